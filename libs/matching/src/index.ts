export { type CompiledPatterns, type SharedPatterns, attachPatterns, compilePatterns } from './matcher/compiled-patterns.ts';
export { type Examined, type ExamineOptions, type MatchedDocument, type PatternMatch, Stopped } from './matcher/examined.ts';
export type { GuestLimit, GuestUse } from './matcher/guest-steps.ts';
export { LiteralPlaces } from './revisions/literal-places.ts';
export { type KnownBase, RevisionMatcher, type RevisionResult } from './revisions/revision-matcher.ts';
export { KnownText } from './revisions/known-text.ts';
export { CopiedRanges, MAX_RANGES } from './revisions/copied-ranges.ts';
export { MAX_SPANS } from './matcher/choose-spans.ts';
export type { RefusedPattern } from './matcher/plans.ts';
export type { OwnedPattern } from './patterns/owned-pattern.ts';
export { fileNameTest } from './patterns/file-names.ts';
export { type ReadPattern, type TermsPattern, type ExpressionPattern, meaningOfPattern, readPattern } from './patterns/read-pattern.ts';
export {
  type ExpressionCheck,
  type ExpressionProblem,
  MAX_EXPRESSION_CHARACTERS,
  MAX_PROGRAM_SIZE,
  checkExpression,
} from './expressions/check.ts';
export { type StepLimits, stepLimits } from './expressions/step-budget.ts';
export { MAX_QUERIES, queriesOf } from './expressions/queries.ts';
export { MIN_LITERAL_CHARACTERS, type RequiredLiteral, requiredLiterals } from './expressions/required-literals.ts';
export {
  DEFAULT_CONTEXT_LINES,
  DEFAULT_MAX_BYTES,
  type Excerpt,
  SEGMENT_GAP,
  excerptAround,
} from './excerpt/excerpt-around.ts';
export { insideOf, withoutInside } from './excerpt/with-inside.ts';
export type { ExcerptBounds } from './excerpt/segments.ts';
export { lineOf } from './excerpt/lines.ts';
export { normalisedMatchingLines } from './excerpt/matching-lines.ts';
export { isPage } from './pages/is-page.ts';
export { namesInside, pathInside, splitInside } from './inside/inner-path.ts';
export { documentOfMatch, pathOfMatch } from './inside/match-place.ts';
export { matchesFilterKeywords } from './filter-keywords.ts';
export type { Detector } from './detectors/detector.ts';
export { DETECTORS, DETECTORS_VERSION } from './detectors/detectors.ts';
export { detect, detectorTable } from './detectors/detect.ts';
export type { Detected, DetectorTable, Found } from './detectors/detector-table.ts';
export { hideSecrets } from './detectors/hiding/hide-secrets.ts';
export type { HiddenText } from './detectors/hiding/hidden-text.ts';
export type { OwnRule } from './detectors/rule.ts';
export { comparedText, fingerprintsOf, FINGERPRINTS_MAX } from './similarity/fingerprints.ts';
export { type ComparedText, NEAR_TEXT, nearnessOf, reaches, resemblanceOf, soughtOf } from './similarity/resemblance.ts';
export { SECRETS_MAX, secretsOf } from './similarity/secrets.ts';
export { type FoundToken, type Summary, summarise } from './detectors/summarise.ts';
export { findSecret } from './detectors/find-secret.ts';
export { type TextEncodingName, detectEncoding } from './text/detect-encoding.ts';
export { inCodeUnits } from './text/code-units.ts';
export { type ReadText, readText } from './text/read-text.ts';
export type { Span } from './text/spans.ts';
export { decodeText } from './text/text-view.ts';
export { documentTexts } from './encoded/document-texts.ts';
export { type ExpressionVerdict, judgeExpression } from './expressions/verdict.ts';
export { type DescribedMatch, describeDocument, type DocumentResult } from './pool/describe-match.ts';
export { DocumentBatch } from './pool/document-batch.ts';
export { type ExamineBatchOptions, MatchingPool, type PatternSet, type WorkOptions } from './pool/matching-pool.ts';
export { ThreadEnded, ThreadFailed, threadProgram } from './pool/matching-thread.ts';
export { type DoJob, type JobContext, serveMatching } from './pool/serve-matching.ts';
export { type TrialOutcome, tryExpression } from './pool/try-expression.ts';
export { PoolClosed } from './pool/thread-crew.ts';
