import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type Seeded, seeded, sourceText } from '@leakwatch/bench';

export interface GeneratedRepository {
  /** Bytes of all versions of all files together, as they are before git packs them. */
  readonly contentBytes: number;
  readonly versions: number;
}

/** What was measured of real histories: docs/benchmarks.md, "Generated histories". */
const VERSIONS_OF_A_PATH = 14;
const BYTES_OF_A_VERSION = 65_000;
/** The path of rank r is changed in proportion to 1 / (r + 2) ^ 1.2: 5 % of the paths have half of the versions. */
const POPULARITY = { offset: 2, exponent: 1.2 };
/** Bytes of a new file at rank r of n: `median` / (r / n) ^ 0.7, with a standard deviation of e ^ `spread`. Files that are changed often are larger. */
const SIZE = { median: 850, exponent: 0.7, spread: 1, most: 600_000 };
/** A commit changes n files or more in n ^ -1.5 of the cases. */
const FILES_OF_A_COMMIT = { exponent: 0.65, most: 400 };
/** Lines that a change adds and removes, with a standard deviation of e ^ `spread`. */
const LINES_OF_A_CHANGE = { median: 8, spread: 1.94 };
const MERGED_ONE_IN = 10;
/** Deltas as short chains, and as long as those of packs that a server sends. */
const PACKING = ['--window=4', '--depth=50'];

/** Sizes shrink where a history would have fewer versions than this. */
const VERSIONS_AT_LEAST = 200;
const PATHS_AT_LEAST = 20;
const POOL_BYTES = 12_000_000;
/** Lines, of 42 bytes: few versions hold a planted one. A small history has some of them, too. */
const PLANTED_ONE_IN = 20_000;
const PLANTED_AT_LEAST = 100;
const LINE_BYTES = 42;
const SIDE = 'side';
const FIRST_COMMIT_AT = 1_700_000_000;

async function git(directory: string, args: readonly string[]): Promise<void> {
  const child = spawn('git', ['-C', directory, ...args], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
}

/** Above 0, and below 1. */
const uniform = (random: Seeded): number => (random.below(2 ** 30) + 1) / (2 ** 30 + 1);

/** Of the standard normal distribution. */
function normal(random: Seeded): number {
  return Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
}

const spreadAround = (random: Seeded, median: number, spread: number): number => median * Math.exp(spread * normal(random));

/** Files by rank, and their lines as they are in the newest version. */
class Files {
  readonly #lines: string[][] = [];
  readonly #random: Seeded;
  readonly #pool: readonly string[];
  readonly #paths: number;
  readonly #scale: number;
  /** Sum of the weights up to each rank. */
  readonly #upTo: Float64Array;

  constructor(random: Seeded, pool: readonly string[], bytes: number) {
    this.#random = random;
    this.#pool = pool;
    this.#scale = Math.min(1, bytes / BYTES_OF_A_VERSION / VERSIONS_AT_LEAST);
    const paths = Math.max(PATHS_AT_LEAST, Math.ceil(bytes / BYTES_OF_A_VERSION / VERSIONS_OF_A_PATH));
    this.#paths = paths;
    this.#upTo = new Float64Array(paths);
    let sum = 0;
    for (let rank = 0; rank < paths; rank++) this.#upTo[rank] = sum += 1 / (rank + 1 + POPULARITY.offset) ** POPULARITY.exponent;
  }

  /** Different ranks, none of those in `without`. */
  choose(count: number, without: ReadonlySet<number>): Set<number> {
    const chosen = new Set<number>();
    // A commit of many files in a small repository has fewer.
    for (let tries = 0; chosen.size < count && tries < 4 * count; tries++) {
      const rank = this.#rankAt(uniform(this.#random) * (this.#upTo[this.#paths - 1] ?? 0));
      if (!without.has(rank)) chosen.add(rank);
    }
    return chosen;
  }

  /** The next version of a file. */
  change(rank: number): Buffer {
    const known = this.#lines[rank];
    const lines = known ?? (this.#lines[rank] = this.#create(rank));
    if (known !== undefined) this.#edit(lines);
    return this.text(rank);
  }

  text(rank: number): Buffer {
    return Buffer.from(`${(this.#lines[rank] ?? []).join('\n')}\n`);
  }

  #rankAt(weight: number): number {
    let [low, high] = [0, this.#paths - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 0) < weight) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #create(rank: number): string[] {
    const median = SIZE.median / ((rank + 1) / this.#paths) ** SIZE.exponent;
    const bytes = this.#scale * Math.min(SIZE.most, spreadAround(this.#random, median, SIZE.spread));
    const lines: string[] = [];
    for (let length = 0; length < bytes; ) {
      const line = this.#line();
      lines.push(line);
      length += line.length + 1;
    }
    return lines;
  }

  #edit(lines: string[]): void {
    const changed = Math.max(1, Math.round(spreadAround(this.#random, LINES_OF_A_CHANGE.median, LINES_OF_A_CHANGE.spread)));
    const hunks = 1 + Math.floor(Math.log2(changed));
    // Some changes add only, some remove nearly as much.
    const added = (0.05 + 0.95 * uniform(this.#random)) * (changed / hunks);
    for (let hunk = 0; hunk < hunks; hunk++) {
      const fresh = Array.from({ length: Math.min(this.#about(added), lines.length + 40) }, () => this.#line());
      const removed = Math.min(this.#about(changed / hunks - added), lines.length >> 1);
      lines.splice(this.#random.below(lines.length + 1), removed, ...fresh);
    }
  }

  /** A whole number, `value` on average. */
  #about(value: number): number {
    return Math.floor(value + uniform(this.#random));
  }

  #line(): string {
    return this.#pool[this.#random.below(this.#pool.length)] ?? '';
  }
}

const pathOf = (rank: number): string => `src/part-${rank % 40}/file-${rank}.ts`;
const fileOf = (rank: number, text: Buffer): string => `M 100644 inline ${pathOf(rank)}\ndata ${text.length}\n${text.toString()}\n`;

/**
 * Writes a bare repository with a history as people make it: few files have most versions, and they are the large ones; most commits change one or two of
 * them, and few lines; some are merged. All versions together have `bytes` bytes. The same for the same numbers; packed as a server would send it.
 */
export async function generateRepository(directory: string, bytes: number, planted: readonly string[]): Promise<GeneratedRepository> {
  mkdirSync(directory, { recursive: true });
  await git(directory, ['init', '--quiet', '--bare', '--initial-branch=main', '.']);
  const random = seeded(11);
  const plantedOneIn = Math.min(PLANTED_ONE_IN, Math.ceil(bytes / LINE_BYTES / PLANTED_AT_LEAST));
  const files = new Files(random, sourceText(POOL_BYTES, { planted, plantedOneIn }).toString().split('\n'), bytes);
  const child = spawn('git', ['-C', directory, '-c', 'core.compression=0', 'fast-import', '--quiet', '--depth=50'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  let [contentBytes, versions, commits] = [0, 0, 0];
  const commit = async (branch: string, parents: string, contents: string): Promise<void> => {
    commits += 1;
    const head = `commit refs/heads/${branch}\nmark :${commits}\ncommitter Ann <ann@dev.example> ${FIRST_COMMIT_AT + commits * 60} +0000\ndata 6\nchange\n`;
    if (!child.stdin.write(head + parents + contents)) await once(child.stdin, 'drain');
  };
  const change = (without: ReadonlySet<number>): { readonly ranks: Set<number>; readonly contents: string } => {
    const count = Math.min(FILES_OF_A_COMMIT.most, Math.floor(uniform(random) ** -FILES_OF_A_COMMIT.exponent));
    const ranks = files.choose(count, without);
    const texts = [...ranks].map((rank) => [rank, files.change(rank)] as const);
    for (const [, text] of texts) contentBytes += text.length;
    versions += texts.length;
    return { ranks, contents: texts.map(([rank, text]) => fileOf(rank, text)).join('') };
  };
  await commit('main', '', change(new Set()).contents);
  while (contentBytes < bytes) {
    if (!random.once(MERGED_ONE_IN)) {
      await commit('main', '', change(new Set()).contents);
      continue;
    }
    const [side, base] = [change(new Set()), commits];
    await commit(SIDE, `from :${base}\n`, side.contents);
    await commit('main', '', change(side.ranks).contents);
    await commit('main', `merge :${base + 1}\n`, [...side.ranks].map((rank) => fileOf(rank, files.text(rank))).join(''));
  }
  child.stdin.end('done\n');
  await ended;
  await git(directory, ['update-ref', '-d', `refs/heads/${SIDE}`]);
  await git(directory, ['repack', '-adFq', '--threads=1', ...PACKING]);
  return { contentBytes, versions };
}
