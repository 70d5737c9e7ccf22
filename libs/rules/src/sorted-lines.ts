/** What a rule made of typed or pasted text: the documents drop silently, we drop and tell. */
export interface SortedLines {
  readonly accepted: readonly string[];
  readonly dropped: readonly { readonly text: string; readonly reason: string }[];
}

/**
 * Puts each entry through a rule. `read` gives the cleaned entry or the code of what is wrong with it;
 * empty entries vanish, an entry that is there already is dropped as `duplicate`.
 */
export function sortLines(
  entries: readonly string[],
  read: (entry: string) => { readonly ok: string } | { readonly reason: string },
): SortedLines {
  const accepted = new Set<string>();
  const dropped: { text: string; reason: string }[] = [];
  for (const entry of entries) {
    if (entry.trim() === '') continue;
    const result = read(entry);
    if ('reason' in result) dropped.push({ text: entry, reason: result.reason });
    else if (accepted.has(result.ok)) dropped.push({ text: entry, reason: 'duplicate' });
    else accepted.add(result.ok);
  }
  return { accepted: [...accepted], dropped };
}
