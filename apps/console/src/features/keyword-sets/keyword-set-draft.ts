import type { KeywordSetDetails } from '@leakwatch/contracts';
import { KEYWORD_SET_MAX, readKeywordSet, type SortedLines, shownName } from '@leakwatch/rules';
import { keepTyped } from '../../shared/lib/changed-meanwhile.ts';
import type { KeywordSetChange } from './api.ts';

/** A keyword set as a person typed it: one keyword a line. */
export interface KeywordSetDraft {
  readonly name: string;
  readonly text: string;
}

type Stored = Pick<KeywordSetDetails, 'name' | 'keywords'>;

export const draftOf = (set: Stored | null): KeywordSetDraft => ({
  name: set?.name ?? '',
  text: set?.keywords.map(({ name }) => name).join('\n') ?? '',
});

export const readDraft = ({ text }: KeywordSetDraft): SortedLines => readKeywordSet([text]);

/** A set needs a name and at least one keyword, and fits the limit. */
export const canSave = ({ name }: KeywordSetDraft, { accepted }: SortedLines): boolean =>
  shownName(name) !== '' && accepted.length > 0 && accepted.length <= KEYWORD_SET_MAX;

/** What the draft changes in the set; null when nothing. What is not changed is not sent, so a colleague's change of it stays. */
export function changesOf(set: Stored, { name, text }: KeywordSetDraft): KeywordSetChange | null {
  const { accepted } = readKeywordSet([text]);
  const same = accepted.length === set.keywords.length && set.keywords.every((keyword, at) => keyword.name === accepted[at]);
  const body = { ...(shownName(name) !== set.name && { name: shownName(name) }), ...(!same && { keywords: [...accepted] }) };
  return Object.keys(body).length === 0 ? null : body;
}

/** As `keepTyped`, line by line: the lines that the person added and removed, in what a colleague saved meanwhile. */
export function keepTypedSet(base: KeywordSetDraft, now: KeywordSetDraft, fresh: KeywordSetDraft): KeywordSetDraft {
  const [before, typed, stored] = [base, now, fresh].map(({ text }) => text.split('\n'));
  if (before === undefined || typed === undefined || stored === undefined || base.text === fresh.text) return keepTyped(base, now, fresh);
  const [was, is, theirs] = [new Set(before), new Set(typed), new Set(stored)];
  const kept = stored.filter((line) => is.has(line) || !was.has(line));
  const added = typed.filter((line) => !was.has(line) && !theirs.has(line));
  return { ...keepTyped(base, now, fresh), text: [...kept, ...added].join('\n') };
}
