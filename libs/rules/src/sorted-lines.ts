import type { DropReason } from './drop-reasons.ts';

export interface DroppedLine {
  readonly text: string;
  readonly reason: DropReason;
}

/** What a rule made of typed or pasted text: the documents drop silently, we drop and tell. */
export interface SortedLines {
  readonly accepted: readonly string[];
  readonly dropped: readonly DroppedLine[];
}

export type ReadEntry = { readonly ok: string } | { readonly reason: DropReason };

/** Lines of pasted text, however the system that wrote it ends them. */
export const splitLines = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/\r\n|\r|\n/));

/**
 * Puts each entry through a rule. `read` gives the cleaned entry or the code of what is wrong with it;
 * empty entries vanish, an entry that is there already, letter case ignored as in matching, is dropped as `duplicate`.
 */
export function sortLines(entries: readonly string[], read: (entry: string) => ReadEntry, sameCase = false): SortedLines {
  const accepted = new Map<string, string>();
  const dropped: DroppedLine[] = [];
  for (const entry of entries) {
    if (entry.trim() === '') continue;
    const result = read(entry);
    const key = 'ok' in result ? (sameCase ? result.ok : result.ok.toLowerCase()) : '';
    if ('reason' in result) dropped.push({ text: entry, reason: result.reason });
    else if (accepted.has(key)) dropped.push({ text: entry, reason: 'duplicate' });
    else accepted.set(key, result.ok);
  }
  return { accepted: [...accepted.values()], dropped };
}
