import { bytesOfSymbols } from '../text/fold.ts';
import { type SymbolClasses, symbolClasses } from './classes.ts';
import { literalHeads } from './heads.ts';
import { sharedInt } from './shared-arrays.ts';
import { allocateTable, keepColumns, type TableMemory } from './table-memory.ts';
import { type Trie, buildTrie } from './trie.ts';

/**
 * The dense Aho-Corasick automaton of all literals. A state is the offset of its row; an entry is the next state, or
 * its complement (negative) where a literal's head ends, so that the scan tests one sign for each symbol.
 */
export interface Automaton {
  readonly classes: SymbolClasses;
  readonly table: Int32Array;
  /** What scans large tables (`lane-kernel.ts`). */
  readonly kernel: TableMemory | undefined;
  /** By row number: the literal whose head ends there (-1 for none), and the next shorter row that has one (-1). */
  readonly literalAt: Int32Array;
  readonly shorter: Int32Array;
  /** By literal. */
  readonly symbols: readonly string[];
  readonly headSymbols: Int32Array;
  readonly headBytes: Int32Array;
  readonly bytes: Int32Array;
  /** After so many bytes the state no longer depends on what stood before them. */
  readonly longestHeadBytes: number;
  readonly memoryBytes: number;
}

interface Rows {
  readonly table: Int32Array;
  readonly kernel: TableMemory | undefined;
  readonly literalAt: Int32Array;
  readonly shorter: Int32Array;
}

/**
 * Rows are numbered breadth first: the shallow ones, in which a scan spends its time, lie side by side in the caches.
 */
function fillRows(trie: Trie, { width, stay }: SymbolClasses): Rows {
  const { table, kernel } = allocateTable(trie.size * width);
  const literalAt = sharedInt(trie.size).fill(-1);
  const shorter = sharedInt(trie.size).fill(-1);
  const fail = new Int32Array(trie.size);
  const nodeOf = new Int32Array(trie.size);
  let rows = 1;
  for (let row = 0; row < rows; row++) {
    const offset = row * width;
    const failOffset = (fail[row] ?? 0) * width;
    if (row !== 0) table.copyWithin(offset, failOffset, failOffset + width);
    table[offset + stay] = offset;
    const firstChild = trie.firstChild[nodeOf[row] ?? 0] ?? 0;
    for (let child = firstChild; child !== 0; child = trie.nextSibling[child] ?? 0) {
      const entry = offset + (trie.classIn[child] ?? 0);
      const fallback = table[entry] ?? 0;
      const target = row === 0 ? 0 : (fallback < 0 ? ~fallback : fallback) / width;
      const literal = trie.literalAt[child] ?? -1;
      const next = literalAt[target] === -1 ? (shorter[target] ?? -1) : target;
      fail[rows] = target;
      literalAt[rows] = literal;
      shorter[rows] = next;
      nodeOf[rows] = child;
      table[entry] = literal === -1 && next === -1 ? rows * width : ~(rows * width);
      rows++;
    }
  }
  return { table, kernel, literalAt, shorter };
}

/**
 * Builds the automaton of distinct, non-empty folded literals (see text/fold.ts).
 * @throws RangeError when the table would not fit the engine's largest typed array (over 2^31 entries)
 */
export function buildAutomaton(literals: readonly string[]): Automaton {
  const classes = symbolClasses(literals);
  const heads = literalHeads(literals);
  const trie = buildTrie(heads, classes.ofSymbol);
  if (trie.size * classes.width > 0x7fffffff) throw new RangeError('too many literals for one table');
  const { table, kernel, literalAt, shorter } = fillRows(trie, classes);
  if (kernel !== undefined) keepColumns(kernel, classes);
  const headSymbols = sharedInt(literals.length);
  const headBytes = sharedInt(literals.length);
  const bytes = sharedInt(literals.length);
  let longestHeadBytes = 0;
  let symbolBytes = 0;
  for (const { literal, symbols, head } of heads) {
    const ofHead = bytesOfSymbols(symbols, head);
    headSymbols[literal] = head;
    headBytes[literal] = ofHead;
    longestHeadBytes = Math.max(longestHeadBytes, ofHead);
    bytes[literal] = bytesOfSymbols(symbols, symbols.length);
    symbolBytes += 2 * symbols.length;
  }
  const memoryBytes = table.byteLength + literalAt.byteLength + shorter.byteLength + 3 * bytes.byteLength + symbolBytes;
  return { classes, table, kernel, literalAt, shorter, symbols: literals, headSymbols, headBytes, bytes, longestHeadBytes, memoryBytes };
}
