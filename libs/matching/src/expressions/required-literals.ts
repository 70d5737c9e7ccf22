import { parseExpression } from './parse.ts';
import type { ExpressionNode } from './syntax.ts';

/** Text that every match contains; in any letter case where `ignoreCase` is set. */
export interface RequiredLiteral {
  readonly text: string;
  readonly ignoreCase: boolean;
}

/** Nearly every document contains shorter parts, and sources refuse to search for them. */
export const MIN_LITERAL_CHARACTERS = 3;

/** Repeats are written out up to here; no expression needs more to be found. */
const MAX_LITERAL_CHARACTERS = 128;

/**
 * Characters that stand for themselves and nothing else. Ignoring case, the engine lets k also be the Kelvin sign, s the
 * long s, and six Cyrillic letters forms of old books, which the table does not fold; other ASCII and Russian letters
 * are sure. U+FFFD is what the engine reads for a broken byte, and UTF-8 never contains a lone surrogate.
 */
export function isSure(node: ExpressionNode & { type: 'character' }): boolean {
  if (node.ignoreCase) return (node.text < '\x80' || /^[а-яё]$/i.test(node.text)) && !/^[ksвдостъ]$/i.test(node.text);
  return !/^[\ud800-\udfff\ufffd]$/.test(node.text);
}

/** Collects runs of sure characters from left to right. */
class Runs {
  private readonly found: RequiredLiteral[] = [];
  private text = '';
  private ignoreCase = false;

  append(literal: RequiredLiteral): void {
    if (this.text.length + literal.text.length > MAX_LITERAL_CHARACTERS) this.cut();
    this.text += literal.text;
    this.ignoreCase ||= literal.ignoreCase;
  }

  /** A part whose exact letters are not known. */
  cut(): void {
    if (Array.from(this.text).length >= MIN_LITERAL_CHARACTERS) {
      this.found.push({ text: this.text, ignoreCase: this.ignoreCase });
    }
    this.text = '';
    this.ignoreCase = false;
  }

  add(literals: readonly RequiredLiteral[]): void {
    this.cut();
    this.found.push(...literals);
  }

  finish(): readonly RequiredLiteral[] {
    this.cut();
    return this.found;
  }
}

/** The only text that a node matches, or null. */
function exactText(node: ExpressionNode): RequiredLiteral | null {
  switch (node.type) {
    case 'nothing':
      return { text: '', ignoreCase: false };
    case 'character':
      return isSure(node) ? { text: node.text, ignoreCase: node.ignoreCase } : null;
    case 'sequence': {
      const parts = node.parts.map(exactText);
      if (!parts.every((part) => part !== null)) return null;
      return { text: parts.map((part) => part.text).join(''), ignoreCase: parts.some((part) => part.ignoreCase) };
    }
    case 'repeat': {
      const part = node.min === node.max ? exactText(node.part) : null;
      if (part === null || part.text.length * node.min > MAX_LITERAL_CHARACTERS) return null;
      return { text: part.text.repeat(node.min), ignoreCase: part.ignoreCase };
    }
    case 'set':
    case 'choice':
      return null;
  }
}

function covers(longer: RequiredLiteral, shorter: RequiredLiteral): boolean {
  if (shorter.ignoreCase) return longer.text.toLowerCase().includes(shorter.text.toLowerCase());
  return !longer.ignoreCase && longer.text.includes(shorter.text);
}

/** What every option needs, is needed. */
function commonTo(options: readonly ExpressionNode[]): readonly RequiredLiteral[] {
  const [first, ...others] = options.map(literalsOf);
  return (first ?? []).filter((literal) => others.every((other) => other.some((longer) => covers(longer, literal))));
}

function collectRepeat(runs: Runs, node: ExpressionNode & { type: 'repeat' }): void {
  if (node.min === 0) return runs.cut();
  const once = exactText(node.part);
  const fits = once !== null && once.text.length * node.min <= MAX_LITERAL_CHARACTERS;
  if (!fits) return runs.add(literalsOf(node.part));
  // `abx+c` holds `abx` and `xc`: the repeats end one run and begin the next.
  const repeated = { text: once.text.repeat(node.min), ignoreCase: once.ignoreCase };
  runs.append(repeated);
  runs.cut();
  runs.append(repeated);
}

function collect(runs: Runs, node: ExpressionNode): void {
  const exact = exactText(node);
  if (exact !== null) runs.append(exact);
  else if (node.type === 'sequence') for (const part of node.parts) collect(runs, part);
  else if (node.type === 'repeat') collectRepeat(runs, node);
  else if (node.type === 'choice') runs.add(commonTo(node.options));
  else runs.cut();
}

function literalsOf(node: ExpressionNode): readonly RequiredLiteral[] {
  const runs = new Runs();
  collect(runs, node);
  return runs.finish();
}

/** The literals of a parsed expression, each once, in the order of the expression. */
export function requiredLiteralsOf(node: ExpressionNode): readonly RequiredLiteral[] {
  const found = literalsOf(node);
  return found.filter((literal, at) => !found.some((other, before) => before < at && covers(other, literal) && covers(literal, other)));
}

/**
 * The parts of at least 3 characters that every match of the expression must hold, all of them
 * (docs/behaviour/patterns.md). Empty when there is none or the expression cannot be read with certainty; never a part that
 * some match lacks.
 */
export function requiredLiterals(expression: string): readonly RequiredLiteral[] {
  const parsed = parseExpression(expression);
  return parsed.ok ? requiredLiteralsOf(parsed.node) : [];
}
