import type { PatternsBody, TaskBody } from '@leakwatch/contracts';
import { checkExpression, findSecret, requiredLiterals } from '@leakwatch/matching';
import { InvalidRequest } from '@leakwatch/platform';
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
import { SEARCHABLE_SOURCES, type PatternKind, type SourceType, type TaskKind } from '@leakwatch/vocabulary';
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
  readonly notCrawled: readonly SourceType[];
  readonly streamOnly: readonly string[];
}

const checkRuns = (text: string) => {
  const checked = checkExpression(text);
  return checked.ok ? { ok: text } : { reason: checked.code };
};

/** Compiles at most as many expressions as may be saved: each takes about a millisecond and blocks the event loop. */
function readRunnable(texts: readonly string[], limit: number | null) {
  const read = readExpressions(texts);
  return read.accepted.length > (limit ?? TASK_PATTERNS_MAX) ? read : readExpressions(texts, checkRuns);
}

function readLists(body: TaskBody, limit: number | null) {
  const { public_domains, internal_domains, keywords, regex_keywords } = body.patterns;
  return {
    domains: readDomains(public_domains.patterns),
    internalDomains: readDomains(internal_domains.patterns),
    magicKeywords: readMagicKeywords(keywords.patterns),
    expressions: readRunnable(regex_keywords.patterns, limit),
    filterKeywords: readFilterKeywords(body.filter_keywords),
    recipients: readRecipients(body.recipients),
  };
}

/**
 * Refuses patterns in which a detector recognises a real credential: searching a public source for it would leak it. The
 * fault names the entry's position, never its text, because errors are logged.
 */
function refuseSecrets(patterns: PatternsBody): void {
  const faults = Object.entries(patterns).flatMap(([group, { patterns: texts }]) =>
    texts.flatMap((text, at) => (findSecret(text) === null ? [] : [[`patterns.${group}.patterns.${at}`, 'keyword_is_secret'] as const])),
  );
  if (faults.length > 0) throw new InvalidRequest('task_invalid', Object.fromEntries(faults));
}

/**
 * Reads a task that a form sent (docs/behaviour/tasks.md). A line that breaks a rule is dropped and listed in `dropped`; a fault
 * of the task as a whole throws InvalidRequest `task_invalid` with the fields.
 */
export function readTaskBody(body: TaskBody, kind: TaskKind, chosen: ChosenKeywords, patternsPerTaskLimit: number | null): ReadTask {
  refuseSecrets(body.patterns);
  const lists = readLists(body, patternsPerTaskLimit);
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
    notCrawled: sources.flatMap(({ type, active }) => (active && !SEARCHABLE_SOURCES.has(type) ? [type] : [])),
    streamOnly: patterns.expressions.filter((text) => requiredLiterals(text).length === 0),
  };
}

/** The answer to the person who saved the task. */
export const savedTaskAnswer = (id: string, read: ReadTask, repositories: readonly DroppedLine[]) => ({
  id,
  dropped: [...read.dropped, ...repositories],
  not_crawled: [...read.notCrawled],
  stream_only: [...read.streamOnly],
});
