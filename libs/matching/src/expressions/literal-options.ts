import { asciiCodes } from './ascii-set.ts';
import { isSure, MIN_LITERAL_CHARACTERS } from './required-literals.ts';
import type { ExpressionNode } from './syntax.ts';

/** With more texts than this, each document would be asked for too many of them. */
export const MAX_OPTIONS = 32;

/** Letters that the table does not fold into the one in the expression, where the engine ignores case. */
const FOLDED_INTO: ReadonlyMap<string, string> = new Map([
  ['k', '\u212a'],
  ['s', '\u017f'],
]);

type Texts = readonly string[];

const eachOnce = (texts: Texts): Texts => [...new Set(texts)];
const charactersOf = (text: string): number => Array.from(text).length;
const fits = (texts: Texts): Texts | null => (texts.length <= MAX_OPTIONS ? texts : null);

function product(left: Texts, right: Texts): Texts | null {
  return left.length * right.length > MAX_OPTIONS ? null : eachOnce(left.flatMap((start) => right.map((end) => start + end)));
}

function textsOfCharacter(node: ExpressionNode & { type: 'character' }): Texts | null {
  if (isSure(node)) return [node.ignoreCase ? node.text.toLowerCase() : node.text];
  const other = node.ignoreCase ? FOLDED_INTO.get(node.text.toLowerCase()) : undefined;
  return other === undefined ? null : [node.text.toLowerCase(), other];
}

function textsOfRepeat({ part, min, max }: ExpressionNode & { type: 'repeat' }): Texts | null {
  const once = max > MAX_OPTIONS ? null : textsOf(part);
  if (once === null) return null;
  let repeated: Texts | null = [''];
  let all: Texts = [];
  for (let times = 0; times <= max && repeated !== null; times++) {
    if (times >= min) all = eachOnce([...all, ...repeated]);
    repeated = all.length > MAX_OPTIONS ? null : product(repeated, once);
    if (repeated === null && times < max) return null;
  }
  return fits(all);
}

/** Every text that a node matches, letter case ignored, and perhaps others; null where there are too many or they are not known. */
function textsOf(node: ExpressionNode): Texts | null {
  switch (node.type) {
    case 'nothing':
      return [''];
    case 'character':
      return textsOfCharacter(node);
    case 'set':
      return node.maxBytes > 1 ? null : fits(eachOnce(asciiCodes(node.ascii).map((code) => String.fromCharCode(code).toLowerCase())));
    case 'sequence':
      return node.parts.reduce<Texts | null>(
        (before, part) => {
          const texts = before === null ? null : textsOf(part);
          return before === null || texts === null ? null : product(before, texts);
        },
        [''],
      );
    case 'choice': {
      const options = node.options.map(textsOf);
      return options.every((texts) => texts !== null) ? fits(eachOnce(options.flat())) : null;
    }
    case 'repeat':
      return textsOfRepeat(node);
  }
}

/** Long texts are rare, many texts are found often: a character more is worth what four times fewer texts are. */
const worthOf = (texts: Texts): number => Math.min(...texts.map(charactersOf)) - Math.log2(texts.length) / 2;

function better(left: Texts | null, right: Texts | null): Texts | null {
  if (right === null || right.some((text) => charactersOf(text) < MIN_LITERAL_CHARACTERS)) return left;
  return left === null || worthOf(right) > worthOf(left) ? right : left;
}

function bestOfSequence(parts: readonly ExpressionNode[]): Texts | null {
  let best: Texts | null = null;
  let run: Texts = [''];
  for (const part of parts) {
    const texts = textsOf(part);
    const longer = texts === null ? null : product(run, texts);
    if (texts === null) best = better(best, bestOf(part));
    run = longer ?? texts ?? [''];
    best = better(best, run);
  }
  return best;
}

function bestOfChoice(options: readonly ExpressionNode[]): Texts | null {
  const all = options.map(bestOf);
  return all.every((texts) => texts !== null) ? fits(eachOnce(all.flat())) : null;
}

function bestOf(node: ExpressionNode): Texts | null {
  const whole = better(null, textsOf(node));
  switch (node.type) {
    case 'sequence':
      return better(whole, bestOfSequence(node.parts));
    case 'choice':
      return better(whole, bestOfChoice(node.options));
    case 'repeat':
      return node.min === 0 ? whole : better(whole, bestOf(node.part));
    case 'nothing':
    case 'character':
    case 'set':
      return whole;
  }
}

/** Texts of at least 3 characters of which every match contains one, letter case ignored; empty where no such set of at most MAX_OPTIONS is known. */
export function literalOptionsOf(node: ExpressionNode): readonly string[] {
  const texts = bestOf(node) ?? [];
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}
