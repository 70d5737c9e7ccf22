import type { TaskBody } from '@leakwatch/contracts';
import { checkExpression, requiredLiterals } from '@leakwatch/matching';
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
import type { PatternKind, SourceType, TaskKind } from '@leakwatch/vocabulary';
import { CRAWLED_SOURCES } from '../limits/crawled-sources.ts';
import type { ChosenKeywords } from '../templates/chosen-keywords.ts';
import { readSources, type ReadSource } from './read-sources.ts';
import { refuseSecrets } from './refuse-secrets.ts';

export interface ReadTask {
  readonly kind: TaskKind;
  readonly patterns: readonly { readonly kind: PatternKind; readonly text: string }[];
  /** Domains and keywords as they were chosen. */
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

const runs = (text: string) => {
  const checked = checkExpression(text);
  return checked.ok ? { ok: text } : { reason: checked.code };
};

/** The engine is asked only of as many expressions as may be saved: each costs about a millisecond in which nobody else is served. */
function readRunnable(texts: readonly string[], limit: number | null) {
  const read = readExpressions(texts);
  return read.accepted.length > (limit ?? TASK_PATTERNS_MAX) ? read : readExpressions(texts, runs);
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
 * A sent task by the rules of spec/2-tasks section 5: what breaks a rule of its own line is dropped and told,
 * what is wrong with the whole throws InvalidRequest `task_invalid` with the fields.
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
    notCrawled: sources.flatMap(({ type, active }) => (active && !CRAWLED_SOURCES.has(type) ? [type] : [])),
    streamOnly: patterns.expressions.filter((text) => requiredLiterals(text).length === 0),
  };
}

/** What the one who saved a task is told of it. */
export const toldOfTask = (id: string, read: ReadTask, repositories: readonly DroppedLine[]) => ({
  id,
  dropped: [...read.dropped, ...repositories],
  not_crawled: [...read.notCrawled],
  stream_only: [...read.streamOnly],
});
