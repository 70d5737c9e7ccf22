/** Why an entry of a list is dropped; the console has a text for each. */
export const DROP_REASONS = [
  'duplicate',
  'domain_too_long',
  'domain_characters',
  'too_many_words',
  'word_characters',
  'word_too_short',
  'several_file_names',
  'keyword_too_long',
  'keyword_is_secret',
  'keyword_unknown',
  'expression_too_long',
  'expression_delimiters',
  'expression_flags',
  'expression_characters',
  'expression_empty',
  'expression_backreference',
  'expression_lookaround',
  'expression_syntax',
  'expression_matches_empty',
  'expression_too_costly',
  'recipient_invalid',
  'channel_invalid',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export interface DroppedLine {
  readonly text: string;
  readonly reason: DropReason;
}

/** Typed or pasted text after a rule: entries that break it are dropped and reported with the reason. */
export interface SortedLines {
  readonly accepted: readonly string[];
  readonly dropped: readonly DroppedLine[];
}

export type ReadEntry = { readonly ok: string } | { readonly reason: DropReason };

/** Lines of pasted text with any kind of line end. */
export const splitLines = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/\r\n|\r|\n/));

/**
 * Applies a rule to each entry. `read` returns the cleaned entry or the code of its fault. Empty entries are left out; a
 * repeated entry is dropped as `duplicate`. Letter case is ignored, as in matching, unless `keyOf` says what entries have in common.
 */
export function sortLines(
  entries: readonly string[],
  read: (entry: string) => ReadEntry,
  keyOf: (ok: string) => string = (ok) => ok.toLowerCase(),
): SortedLines {
  const accepted = new Map<string, string>();
  const dropped: DroppedLine[] = [];
  for (const entry of entries) {
    if (entry.trim() === '') continue;
    const result = read(entry);
    const key = 'ok' in result ? keyOf(result.ok) : '';
    if ('reason' in result) dropped.push({ text: entry, reason: result.reason });
    else if (accepted.has(key)) dropped.push({ text: entry, reason: 'duplicate' });
    else accepted.set(key, result.ok);
  }
  return { accepted: [...accepted.values()], dropped };
}
