const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** Pages in which archivers write Russian names: those of DOS and of Windows, and that of Unix before UTF-8. */
const PAGES = ['ibm866', 'windows-1251', 'koi8-r'].map((label) => new TextDecoder(label));

/** Small letters are more frequent than capitals, and frames, signs and letters of other languages do not stand in Russian names. */
function likeness(name: string): number {
  const count = (kind: RegExp) => name.match(kind)?.length ?? 0;
  return count(/[а-яё]/g) + count(/[А-ЯЁ]/g) / 2 - 2 * count(/[^\u0000-\u007fа-яёА-ЯЁ№«»—–]/g);
}

/** Names in archives that do not say their encoding are usually UTF-8, or in one of the Russian code pages. */
export function nameFrom(raw: Uint8Array): string {
  try {
    return UTF8.decode(raw);
  } catch {
    const [first = '', ...others] = PAGES.map((page) => page.decode(raw));
    return others.reduce((best, name) => (likeness(name) > likeness(best) ? name : best), first);
  }
}
