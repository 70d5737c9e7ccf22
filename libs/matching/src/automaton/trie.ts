import type { LiteralHead } from './heads.ts';

/** A trie in flat arrays. Node 0 is the root; children of a node form a list through `nextSibling`; 0 ends a list. */
export interface Trie {
  readonly size: number;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Class of the symbol on the way into the node. */
  readonly classIn: Uint16Array;
  /** Literal whose head ends at the node, -1 for none. */
  readonly literalAt: Int32Array;
}

function countNodes(heads: readonly LiteralHead[]): number {
  return heads.reduce((sum, { head }) => sum + head, 1);
}

/** Builds the trie of sorted heads; `classOf` gives the table column of a symbol. */
export function buildTrie(heads: readonly LiteralHead[], classOf: Uint16Array): Trie {
  const limit = countNodes(heads);
  const firstChild = new Int32Array(limit);
  const nextSibling = new Int32Array(limit);
  const classIn = new Uint16Array(limit);
  const literalAt = new Int32Array(limit).fill(-1);
  const path = [0];
  let size = 1;
  let previous = '';
  for (const { literal, symbols, head } of heads) {
    let depth = 0;
    while (depth < head && depth + 1 < path.length && symbols.charCodeAt(depth) === previous.charCodeAt(depth)) depth++;
    path.length = depth + 1;
    for (; depth < head; depth++) {
      const parent = path[depth] ?? 0;
      const node = size++;
      nextSibling[node] = firstChild[parent] ?? 0;
      firstChild[parent] = node;
      classIn[node] = classOf[symbols.charCodeAt(depth)] ?? 0;
      path.push(node);
    }
    literalAt[path[head] ?? 0] = literal;
    previous = symbols;
  }
  return { size, firstChild, nextSibling, classIn, literalAt };
}
