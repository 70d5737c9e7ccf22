import type { Finding } from '@leakwatch/contracts';
import { type DescribedMatch, pathInside, pathOfMatch, type PatternSet } from '@leakwatch/matching';
import { sha256Hex } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import type { SourceDocument } from './source-document.ts';
import { languageOf } from './language-of.ts';

/** The part of a finding that is the same for every document of a target. */
export type FindingBase = Pick<Finding, 'organisation_id' | 'task_id' | 'launch_id' | 'source_type' | 'container'>;

/** What is searched for: patterns by their ids, and the same compiled. */
export interface Watch {
  readonly set: PatternSet;
  readonly patterns: ReadonlyMap<string, Pattern>;
}

/** The address of a line of a document, as the source shows it to people. */
export type FileUrl = (base: FindingBase, document: SourceDocument, line: number) => string;

/** Who searches for patterns, and what their findings have in common. */
export interface PatternsOwner {
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly base: FindingBase;
}

export interface FoundIn {
  readonly document: SourceDocument;
  /** Length of the document. */
  readonly bytes: number;
  readonly ownerOf: ReadonlyMap<string, PatternsOwner>;
  readonly fileUrl: FileUrl;
  /** What was kept of the document for an organisation, for a match in it. */
  readonly contentOf: (organisation: string, ranges: Finding['byte_ranges']) => Finding['content'];
}

/** The part of a finding that one match of a document gives. */
export type MatchedPart = Omit<Finding, keyof FindingBase | 'pattern' | 'content'>;

export interface MatchedIn {
  readonly document: Pick<SourceDocument, 'path' | 'version' | 'commit'>;
  /** Length of the document. */
  readonly bytes: number;
  readonly urlAt: (line: number) => string;
}

/** People set the clock of a commit as they like, and messages have years of four digits. */
const YEARS = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59Z') };
const committedIn = (time: Date): string => new Date(Math.min(Math.max(time.getTime(), YEARS.first), YEARS.last)).toISOString();

/** Describes a match as findings do, whichever task's pattern it is. */
export function matchedPart(match: DescribedMatch, { document, bytes, urlAt }: MatchedIn, now: Date): MatchedPart {
  const { spans, line, matchingLines, excerpt } = match;
  const { commit } = document;
  return {
    path: pathOfMatch(document.path, match),
    file_url: urlAt(line),
    language: languageOf(document.path),
    document: { version: document.version, bytes },
    commit: commit === null ? null : { id: commit.id, author: commit.author, committed_at: committedIn(commit.committedAt) },
    lines_hash: sha256Hex(matchingLines),
    continues: null,
    line,
    byte_ranges: spans.map(({ start, end }) => ({ start, end })),
    excerpt: {
      text: excerpt.text,
      segments: excerpt.segments.map((segment) => ({ at: segment.at, line: segment.line })),
      highlights: excerpt.highlights.map(({ start, end }) => ({ start, end })),
      truncated: excerpt.truncated,
    },
    found_at: now.toISOString(),
  };
}

/** The findings of one document: one for each match. `now`: by the database, which compares it with changes of events. */
export function toFindings(matches: readonly DescribedMatch[], found: FoundIn, now: Date): Finding[] {
  const { document, bytes, ownerOf, fileUrl, contentOf } = found;
  const place = { ...document, path: pathInside(document.path, document.inner ?? '') };
  return matches.flatMap((match) => {
    const { patterns, base } = ownerOf.get(match.patternId) ?? {};
    const pattern = patterns?.get(match.patternId);
    if (pattern === undefined || base === undefined) return [];
    const part = matchedPart(match, { document: place, bytes, urlAt: (line) => fileUrl(base, document, line) }, now);
    const content = contentOf(base.organisation_id, part.byte_ranges);
    return [{ ...base, pattern: { id: pattern.id, kind: pattern.kind, text: pattern.text }, ...part, content }];
  });
}
