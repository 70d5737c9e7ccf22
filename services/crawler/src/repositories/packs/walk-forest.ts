import type { CopiedRanges } from '@leakwatch/matching';
import { FileBytes } from './file-bytes.ts';
import { inflateInto } from './inflate.ts';
import { ObjectMemory } from './object-memory.ts';
import { PackError } from './pack-error.ts';
import type { PackForest } from './pack-forest.ts';

/** Takes the objects of a walk. `Known` is what it knows of an object, for the objects that are deltas of it. */
export interface ForestVisitor<Known> {
  /**
   * @param bytes of the object; valid until this returns
   * @param base what is known of its base, and `copies` what it has in common with it; undefined where it must be read by itself
   */
  visit(node: number, bytes: Uint8Array, base: Known | undefined, copies: CopiedRanges): Known | undefined;
  /** Asked before each object; the walk ends when it says true. */
  isOver(): boolean;
}

export interface WalkLimits {
  /** Objects that are larger are not read, nor are those that are deltas of them. */
  readonly objectBytes: number;
  /** Of all objects that wait for further deltas of theirs. */
  readonly heldBytes: number;
}

/** git writes the versions of a file one behind the other, so what is read next has often been read already. */
const PIECE_BYTES = 32 * 1024;

/** An object whose deltas are being read. */
interface Frame<Known> {
  readonly bytes: Uint8Array;
  readonly known: Known | undefined;
  readonly children: Int32Array;
  next: number;
}

/**
 * Reads trees of a forest, each object once, bases before their deltas. The largest subtree of an object comes last, when the object is
 * not needed any more, so few objects are in memory at the same time, however deep the tree is. What is damaged, or goes over a limit,
 * is left out with all that depends on it.
 */
export class ForestWalk<Known> {
  readonly #forest: PackForest;
  readonly #visitor: ForestVisitor<Known>;
  readonly #limits: WalkLimits;
  readonly #pack: FileBytes;
  readonly #memory: ObjectMemory;
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #pieceFrom = 0;
  #pieceLength = 0;
  #held = 0;

  /** @throws PackError when the pack cannot be opened */
  constructor(forest: PackForest, visitor: ForestVisitor<Known>, limits: WalkLimits) {
    this.#forest = forest;
    this.#visitor = visitor;
    this.#limits = limits;
    this.#pack = new FileBytes(forest.path);
    this.#memory = ObjectMemory.open();
  }

  /**
   * Reads the objects of `nodes` and everything below them. Nodes with the same base should follow one another: the base is made once.
   * @returns the nodes that are left when the visitor ended the walk; at least one object was read
   */
  read(nodes: Int32Array): readonly number[] {
    for (let at = 0; at < nodes.length; ) {
      const base = this.#forest.bases[nodes[at] ?? 0] ?? -1;
      let to = at + 1;
      while (to < nodes.length && this.#forest.bases[nodes[to] ?? 0] === base && base !== -1) to++;
      const left = base === -1 ? this.#readRoot(nodes[at] ?? 0) : this.#readBelow(base, nodes.subarray(at, to));
      if (left !== undefined) return [...left, ...nodes.subarray(to)];
      at = to;
    }
    return [];
  }

  close(): void {
    this.#pack.close();
    this.#memory.close();
  }

  #readRoot(node: number): readonly number[] | undefined {
    if (this.#visitor.isOver()) return [node];
    this.#memory.reset();
    const bytes = this.#attempt(() => this.#whole(node));
    if (bytes === undefined) return undefined;
    this.#memory.copies.clear();
    return this.#descend(this.#enter(node, bytes, undefined));
  }

  #readBelow(base: number, children: Int32Array): readonly number[] | undefined {
    if (this.#visitor.isOver()) return [...children];
    this.#memory.reset();
    const bytes = this.#attempt(() => this.#rebuild(base));
    if (bytes === undefined) return undefined;
    this.#memory.copies.clear();
    const known = children.length > 1 ? this.#visitor.visit(base, bytes, undefined, this.#memory.copies) : undefined;
    this.#held += bytes.length;
    return this.#descend({ bytes, known, children, next: 0 });
  }

  /** @returns the nodes that are left; undefined when everything was read */
  #descend(first: Frame<Known> | undefined): readonly number[] | undefined {
    const frames = first === undefined ? [] : [first];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const node = frame.children[frame.next++] ?? 0;
      const isLast = frame.next === frame.children.length;
      const { bytes: base, known } = frame;
      const bytes = this.#attempt(() => this.#applied(node, base));
      if (isLast) {
        frames.pop();
        this.#release(base);
      }
      const entered = bytes === undefined ? undefined : this.#enter(node, bytes, known);
      if (entered !== undefined) frames.push(entered);
      if (!this.#visitor.isOver()) continue;
      for (const { bytes: held } of frames) this.#release(held);
      return frames.reverse().flatMap(({ children, next }) => [...children.subarray(next)]);
    }
    return undefined;
  }

  /** Shows an object to the visitor; a frame where it has deltas. */
  #enter(node: number, bytes: Uint8Array, base: Known | undefined): Frame<Known> | undefined {
    const { childrenFrom, children } = this.#forest;
    const known = this.#visitor.visit(node, bytes, base, this.#memory.copies);
    const own = children.subarray(childrenFrom[node], childrenFrom[node + 1]);
    if (own.length === 0 || this.#held + bytes.length > this.#limits.heldBytes) {
      this.#memory.give(bytes);
      return undefined;
    }
    this.#held += bytes.length;
    return { bytes, known, children: own, next: 0 };
  }

  #release(bytes: Uint8Array): void {
    this.#held -= bytes.length;
    this.#memory.give(bytes);
  }

  /** An object from its whole base on. */
  #rebuild(node: number): Uint8Array {
    const chain: number[] = [];
    for (let at = node; at !== -1; at = this.#forest.bases[at] ?? -1) chain.push(at);
    let bytes = this.#whole(chain.pop() ?? 0);
    for (const delta of chain.reverse()) {
      const next = this.#applied(delta, bytes);
      this.#memory.give(bytes);
      bytes = next;
    }
    return bytes;
  }

  #whole(node: number): Uint8Array {
    this.#require(this.#forest.sizes[node] ?? 0);
    return this.#inflated(node);
  }

  #applied(node: number, base: Uint8Array): Uint8Array {
    this.#require(this.#forest.sizes[node] ?? 0);
    const delta = this.#inflated(node);
    const bytes = this.#memory.applied(delta, base, (size) => this.#require(size));
    this.#memory.give(delta);
    return bytes;
  }

  #inflated(node: number): Uint8Array {
    const start = this.#forest.starts[node] ?? 0;
    const length = (this.#forest.ends[node] ?? 0) - start;
    this.#require(length);
    const compressed = this.#compressed(start, length);
    const size = this.#forest.sizes[node] ?? 0;
    return inflateInto(compressed, size, this.#memory.take(size + 1));
  }

  /** Bytes of the pack; valid until the next call. */
  #compressed(start: number, length: number): Buffer {
    if (length > PIECE_BYTES) return this.#pack.read(start, length);
    if (start < this.#pieceFrom || start + length > this.#pieceFrom + this.#pieceLength) {
      this.#pieceLength = 0;
      const available = Math.min(PIECE_BYTES, this.#pack.size - start);
      this.#pack.readInto(this.#piece.subarray(0, Math.max(length, available)), start);
      this.#pieceFrom = start;
      this.#pieceLength = available;
    }
    return this.#piece.subarray(start - this.#pieceFrom, start - this.#pieceFrom + length);
  }

  #require(bytes: number): void {
    if (bytes > this.#limits.objectBytes) throw new PackError('over_bound', `an object takes more than ${this.#limits.objectBytes} bytes`);
  }

  #attempt(read: () => Uint8Array): Uint8Array | undefined {
    try {
      return read();
    } catch (error) {
      if (error instanceof PackError) return undefined;
      throw error;
    }
  }
}
