function foldedBaseName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  // A file system may have decomposed the name (й as и and a breve); a person types it composed.
  return base.normalize('NFC').toLowerCase();
}

/** Whether a path has one of the wanted base names; the same rule for one path and many names. */
export function fileNameTest(wanted: readonly string[]): (path: string) => boolean {
  const names = new Set(wanted.map(foldedBaseName));
  return (path) => names.has(foldedBaseName(path));
}

/**
 * True when one of the document's paths has one of the wanted base names, letter case ignored; a wanted name with
 * folders is compared by its own base name. Without wanted names there is no restriction.
 */
export function hasWantedFileName(wanted: readonly string[], paths: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const names = new Set(paths.map(foldedBaseName));
  return wanted.some((name) => names.has(foldedBaseName(name)));
}
