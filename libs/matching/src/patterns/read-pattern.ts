import type { PatternKind } from '@leakwatch/vocabulary';
import { composedWord } from '../encoded/composed.ts';

/** What the text of a pattern asks for. Every part that is there must hold. */
export interface TermsPattern {
  readonly shape: 'terms';
  /** Matched at a boundary (see matcher/domain-boundary.ts). */
  readonly domain: string | null;
  /** Each must stand somewhere, letter case ignored. */
  readonly words: readonly string[];
  /** Base names, one of which the document's file must have; empty for no restriction. */
  readonly fileNames: readonly string[];
}

export interface ExpressionPattern {
  readonly shape: 'expression';
  readonly expression: string;
}

export type ReadPattern = TermsPattern | ExpressionPattern;

const FILE_NAME_PREFIX = 'filename:';

function splitWords(text: string): string[] {
  const words = text.split(/\s+/u).map(composedWord);
  return [...new Set(words.filter((word) => word !== ''))];
}

function fileNameOf(word: string): string | null {
  const isRestriction = word.length > FILE_NAME_PREFIX.length && word.toLowerCase().startsWith(FILE_NAME_PREFIX);
  return isRestriction ? word.slice(FILE_NAME_PREFIX.length) : null;
}

function readPublicDomain(text: string): TermsPattern {
  const [domain, ...words] = splitWords(text);
  return { shape: 'terms', domain: domain ?? null, words, fileNames: [] };
}

function readInternalDomain(text: string): TermsPattern {
  const domain = composedWord(text.trim());
  return { shape: 'terms', domain: domain === '' ? null : domain, words: [], fileNames: [] };
}

function readKeyword(text: string): TermsPattern {
  const parts = splitWords(text);
  const words = parts.filter((word) => fileNameOf(word) === null);
  const fileNames = parts.map(fileNameOf).filter((name) => name !== null);
  return { shape: 'terms', domain: null, words, fileNames };
}

function readDeep(text: string): TermsPattern {
  return { shape: 'terms', domain: null, words: splitWords(text), fileNames: [] };
}

const READERS: Readonly<Record<PatternKind, (text: string) => ReadPattern>> = {
  public_domain: readPublicDomain,
  internal_domain: readInternalDomain,
  keyword: readKeyword,
  deep: readDeep,
  regex: (expression) => ({ shape: 'expression', expression }),
};

/**
 * Reads the stored text of a pattern (docs/behaviour/patterns.md). The text was checked when the task was saved; here every
 * text can be read. A text without any part, such as only spaces, matches nothing.
 */
export function readPattern(kind: PatternKind, text: string): ReadPattern {
  return READERS[kind](text);
}

/** The text by which patterns of one kind are compared: those that have the same one match the same, whatever the order and letter case of their words. */
export function meaningOfPattern(kind: PatternKind, text: string): string {
  const read = readPattern(kind, text);
  if (read.shape === 'expression') return read.expression;
  const others = [...read.words, ...read.fileNames.map((name) => `${FILE_NAME_PREFIX}${name}`)].map((word) => word.toLowerCase());
  const domain = read.domain === null ? [] : [read.domain.toLowerCase()];
  return [...domain, ...[...new Set(others)].toSorted()].join(' ');
}
