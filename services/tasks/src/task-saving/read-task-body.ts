import type { PatternsBody, TaskBody } from '@leakwatch/contracts';
import { findSecret } from '@leakwatch/matching';
import { InvalidRequest, Unavailable } from '@leakwatch/platform';
import {
  checkTask,
  type ChosenPatterns,
  cleanDeepPattern,
  type DroppedLine,
  expandPatterns,
  readDomains,
  readExpressions,
  readFilterKeywords,
  readMagicKeywords,
  readRecipients,
  TASK_PATTERNS_MAX,
} from '@leakwatch/rules';
import type { PatternKind, TaskKind } from '@leakwatch/vocabulary';
import type { Verdicts } from '../expressions/judge-expressions.ts';
import type { ChosenKeywords } from '../keyword-sets/chosen-keywords.ts';
import { readSources, type ReadSource } from './read-sources.ts';

export interface ReadTask {
  readonly kind: TaskKind;
  readonly patterns: readonly { readonly kind: PatternKind; readonly text: string }[];
  /** Public domains and keywords of keyword sets as the form sent them; `patterns` has their combinations. */
  readonly domains: readonly string[];
  readonly keywords: ChosenKeywords['keywords'];
  readonly filterKeywords: readonly string[];
  readonly recipients: readonly string[];
  readonly sources: readonly ReadSource[];
  readonly observer: TaskBody['git_repository_observer'] | null;
  readonly dropped: readonly DroppedLine[];
  readonly streamOnly: readonly string[];
}

/**
 * Expressions that the engine accepts. There are no verdicts when the body holds more than may be saved; then the number alone is a
 * fault. Throws Unavailable when the limit was raised while they were judged: the person saves again.
 */
function readRunnable(texts: readonly string[], limit: number | null, verdicts: Verdicts) {
  const read = readExpressions(texts);
  if (read.accepted.length > (limit ?? TASK_PATTERNS_MAX)) return read;
  return readExpressions(texts, (text) => {
    const verdict = verdicts.get(text);
    if (verdict === undefined) throw new Unavailable();
    return verdict.check.ok ? { ok: text } : { reason: verdict.check.code };
  });
}

function readLists(body: TaskBody, limit: number | null, verdicts: Verdicts) {
  const { public_domains, internal_domains, keywords, regex_keywords } = body.patterns;
  return {
    domains: readDomains(public_domains.patterns),
    internalDomains: readDomains(internal_domains.patterns),
    magicKeywords: readMagicKeywords(keywords.patterns),
    expressions: readRunnable(regex_keywords.patterns, limit, verdicts),
    filterKeywords: readFilterKeywords(body.filter_keywords),
    recipients: readRecipients(body.recipients),
  };
}

/**
 * Refuses patterns in which a detector recognises a real credential: searching a public source for it would leak it. The
 * fault names the entry's position, never its text, because errors are logged.
 */
export function refuseSecrets(patterns: PatternsBody): void {
  const faults = Object.entries(patterns).flatMap(([group, { patterns: texts }]) =>
    texts.flatMap((text, at) => (findSecret(text) === null ? [] : [[`patterns.${group}.patterns.${at}`, 'keyword_is_secret'] as const])),
  );
  if (faults.length > 0) throw new InvalidRequest('task_invalid', Object.fromEntries(faults));
}

/**
 * Reads a task that a form sent (docs/behaviour/tasks.md). A line that breaks a rule is dropped and listed in `dropped`; a fault
 * of the task as a whole throws InvalidRequest `task_invalid` with the fields. It runs while the organisation is locked, so what
 * takes long was done before: `refuseSecrets`, and the verdicts on the expressions.
 */
export function readTaskBody(
  body: TaskBody,
  kind: TaskKind,
  chosen: ChosenKeywords,
  patternsPerTaskLimit: number | null,
  verdicts: Verdicts,
): ReadTask {
  const lists = readLists(body, patternsPerTaskLimit, verdicts);
  const { sources, dropped } = readSources(body, kind);
  const patterns: ChosenPatterns = {
    publicDomains: lists.domains.accepted,
    keywords: chosen.keywords.map(({ name }) => name),
    internalDomains: lists.internalDomains.accepted,
    magicKeywords: lists.magicKeywords.accepted,
    expressions: lists.expressions.accepted,
  };
  const deepPatterns = body.patterns.deep.patterns.filter((text) => text.trim() !== '');
  const faults = checkTask({
    kind,
    title: body.title,
    chosen: patterns,
    deepPatterns,
    sources: sources.some(({ active }) => active) ? sources.map(({ type }) => type) : [],
    observer: body.git_repository_observer,
    repositories: body.git_repositories.length,
    patternsPerTaskLimit,
  });
  if (Object.keys(faults).length > 0) throw new InvalidRequest('task_invalid', faults);
  return {
    kind,
    patterns: kind === 'deep' ? deepPatterns.map((text) => ({ kind, text: cleanDeepPattern(text) })) : expandPatterns(patterns),
    domains: lists.domains.accepted,
    keywords: chosen.keywords,
    filterKeywords: lists.filterKeywords.accepted,
    recipients: lists.recipients.accepted,
    sources,
    observer: (kind === 'git_monitoring' ? body.git_repository_observer : undefined) ?? null,
    dropped: [...Object.values(lists).flatMap((list) => list.dropped), ...chosen.dropped, ...dropped],
    streamOnly: patterns.expressions.filter((text) => verdicts.get(text)?.queries.length === 0),
  };
}

/** The answer to the person who saved the task. */
export const savedTaskAnswer = (id: string, read: ReadTask, repositories: readonly DroppedLine[]) => ({
  id,
  dropped: [...read.dropped, ...repositories],
  stream_only: [...read.streamOnly],
});
