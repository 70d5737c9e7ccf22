/** Kinds of what the palette finds, in the order in which they are shown. */
export const KINDS = ['event', 'action', 'view', 'task', 'organisation', 'page', 'console'] as const;
export type Kind = (typeof KINDS)[number];

export interface Entry {
  readonly kind: Kind;
  /** Different for every entry, and the same the next time. */
  readonly id: string;
  readonly title: string;
  /** What distinguishes it from others with the same title. */
  readonly about: string | null;
  readonly shortcut: string | null;
  readonly run: () => void;
}

export interface Group {
  readonly kind: Kind | 'recent';
  readonly entries: readonly Entry[];
}

/** Entries of one kind at once: what is further down is found by typing more. */
export const MOST_OF_KIND = 8;
/** Used entries that are shown before anything is typed. */
export const MOST_RECENT = 5;
/** Tasks can be thousands, and organisations many: they are found by typing. */
const SHOWN_UNTYPED: readonly Kind[] = ['action', 'view', 'page', 'console'];

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim();

/** How well a title fits, 0 is best; null where a word is missing. `text` is plain. */
function fit(title: string, text: string): number | null {
  const words = text.split(/\s+/u);
  const [first = ''] = words;
  const read = plain(title);
  if (!words.every((word) => read.includes(word))) return null;
  if (read.startsWith(text)) return 0;
  return read.split(/[\s:/«“"(.-]+/u).some((word) => word.startsWith(first)) ? 1 : 2;
}

/** What is found for a text, the best first, of equals what was used last. `recent` holds ids, the last one first. */
export function findEntries(entries: readonly Entry[], typed: string, recent: readonly string[]): readonly Group[] {
  const text = plain(typed);
  return text === '' ? untyped(entries, recent) : matching(entries, text, recent);
}

function untyped(entries: readonly Entry[], recent: readonly string[]): readonly Group[] {
  const used = [...new Set(recent)].flatMap((id) => entries.filter((entry) => entry.id === id)).slice(0, MOST_RECENT);
  const rest = KINDS.filter((kind) => SHOWN_UNTYPED.includes(kind)).map((kind) => ({
    kind,
    entries: entries.filter((entry) => entry.kind === kind && !used.includes(entry)),
  }));
  return [{ kind: 'recent' as const, entries: used }, ...rest].filter((group) => group.entries.length > 0);
}

function matching(entries: readonly Entry[], text: string, recent: readonly string[]): readonly Group[] {
  const placeOf = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const found = entries
    .flatMap((entry) => {
      // An event is found by its id, which is not its title.
      const rank = entry.kind === 'event' ? 0 : fit(entry.title, text);
      return rank === null ? [] : [{ entry, rank, used: placeOf(entry.id) }];
    })
    .sort((one, other) => one.rank - other.rank || one.used - other.used);
  const best = [...new Set(found.map(({ entry }) => entry.kind))];
  return best.map((kind) => ({
    kind,
    entries: found.flatMap(({ entry }) => (entry.kind === kind ? [entry] : [])).slice(0, MOST_OF_KIND),
  }));
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of an event in a text that is an id, or a link to an event. */
export function eventIn(typed: string): string | null {
  const text = typed.trim();
  const id = UUID.exec(text)?.[0] ?? null;
  return id !== null && (id === text || text.includes(`/events/${id}`)) ? id.toLowerCase() : null;
}
