import type { TaskBody } from '@leakwatch/contracts';
import { checkExpression } from '@leakwatch/matching';
import { InvalidRequest } from '@leakwatch/platform';
import {
  checkTask,
  type ChosenPatterns,
  expandPatterns,
  readDomains,
  readFilterKeywords,
  readMagicKeywords,
  type SortedLines,
  sortLines,
} from '@leakwatch/rules';
import type { PatternKind } from '@leakwatch/vocabulary';

export interface ReadTask {
  readonly patterns: readonly { readonly kind: PatternKind; readonly text: string }[];
  readonly filterKeywords: readonly string[];
  readonly dropped: readonly { readonly text: string; readonly reason: string }[];
}

const readExpressions = (texts: readonly string[]): SortedLines =>
  sortLines(texts, (text) => {
    const checked = checkExpression(text);
    return checked.ok ? { ok: text } : { reason: checked.code };
  });

/**
 * A sent task by the rules of spec/2-tasks section 5: what breaks a rule of its own line is dropped and told,
 * what is wrong with the whole throws InvalidRequest `task_invalid` with the fields.
 */
export function readTaskBody(body: TaskBody, keywordTexts: readonly string[], patternsPerTaskLimit: number | null): ReadTask {
  const publicDomains = readDomains(body.patterns.public_domains.patterns);
  const internalDomains = readDomains(body.patterns.internal_domains.patterns);
  const magicKeywords = readMagicKeywords(body.patterns.keywords.patterns);
  const expressions = readExpressions(body.patterns.regex_keywords.patterns);
  const filterKeywords = readFilterKeywords(body.filter_keywords);
  const chosen: ChosenPatterns = {
    publicDomains: publicDomains.accepted,
    keywords: keywordTexts,
    internalDomains: internalDomains.accepted,
    magicKeywords: magicKeywords.accepted,
    expressions: expressions.accepted,
  };
  const faults = checkTask({
    title: body.title,
    chosen,
    gitMonitoring: body.git_monitoring,
    observer: body.git_repository_observer,
    repositories: body.git_repositories.length,
    patternsPerTaskLimit,
  });
  if (Object.keys(faults).length > 0) throw new InvalidRequest('task_invalid', faults);
  return {
    patterns: expandPatterns(chosen),
    filterKeywords: filterKeywords.accepted,
    dropped: [publicDomains, internalDomains, magicKeywords, expressions, filterKeywords].flatMap((lines) => lines.dropped),
  };
}
