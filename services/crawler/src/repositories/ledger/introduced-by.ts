import { checkCancelled, startReader } from '../git/git-reader.ts';
import type { GitRepositoryError } from '../git/git-repository-error.ts';
import { readLines } from '../git/read-lines.ts';
import { feed } from '../git/start-git.ts';
import { type BlobIntroduction, dateOf, INTRODUCTION_FORMAT, IntroductionParser } from './introduction-parser.ts';
import { isLimit, type ListingBudget } from './listing-budget.ts';
import { readablePath } from './readable-path.ts';

type Introductions<Result> = AsyncGenerator<readonly BlobIntroduction[], Result, undefined>;

/** Commits of one listing that cannot be compared with their parents. Each takes two processes; what more of them introduced has no path. */
const BROKEN_COMMITS_MAX = 2_000;

/** In the order of their input. */
const GIVEN = '--no-walk=unsorted';
/** Those that its input reaches, parents before children and older ones before newer ones. */
const REACHED = ['--reverse', '--date-order'];

const LOG = [
  'log',
  '--stdin',
  '-z',
  '--no-notes',
  '--no-color',
  `--format=${INTRODUCTION_FORMAT}`,
  // -c shows what the merge itself changed, without what it took from a parent.
  ...['--raw', '-c', '--root', '--no-abbrev', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'],
];

/**
 * Lists what these commits introduce, in their order. git ends at a commit with an unreadable tree, or with such a parent: all files
 * of that commit that can be read are listed then, and git continues with the next commit. Returns git's first error.
 */
export async function* introducedBy(
  directory: string,
  commits: readonly string[],
  budget: ListingBudget,
): Introductions<GitRepositoryError | undefined> {
  let rest = commits;
  let first: GitRepositoryError | undefined;
  for (let broken = 0; rest.length > 0; broken++) {
    const { failure, last } = yield* logged(directory, [GIVEN], lines(rest), budget);
    first ??= failure;
    if (failure === undefined || isLimit(failure) || broken === BROKEN_COMMITS_MAX) return isLimit(failure) ? failure : first;
    // It may also have been the one behind the last that was shown, which is the first of the next round then.
    const at = last === undefined ? 0 : Math.max(0, rest.indexOf(last));
    const commit = rest[at];
    if (commit !== undefined) yield* filesOf(directory, commit, budget);
    rest = rest.slice(at + 1);
  }
  return first;
}

/**
 * Lists what the commits introduce that some revisions reach. One git finds and shows them: all of them are in its memory, and it ends at the first
 * that cannot be read. Returns its error.
 */
export async function* introducedSince(
  directory: string,
  revisions: Iterable<string>,
  budget: ListingBudget,
): Introductions<GitRepositoryError | undefined> {
  return (yield* logged(directory, REACHED, revisions, budget)).failure;
}

function* lines(commits: readonly string[]): Generator<string> {
  for (const commit of commits) yield `${commit}\n`;
}

interface Logged {
  readonly failure: GitRepositoryError | undefined;
  /** The last commit that introduced something. */
  readonly last: string | undefined;
}

async function* logged(
  directory: string,
  order: readonly string[],
  revisions: Iterable<string>,
  budget: ListingBudget,
): Introductions<Logged> {
  const { signal } = budget;
  checkCancelled(signal);
  const reader = startReader(directory, [...LOG, ...order], signal, budget.process);
  try {
    feed(reader.child.stdin, revisions);
    const parser = new IntroductionParser();
    let last: string | undefined;
    for await (const chunk of reader.child.stdout) {
      const introductions = parser.push(chunk);
      last = introductions.at(-1)?.commit ?? last;
      yield* budget.spend(introductions);
    }
    const failure = await reader.ended;
    checkCancelled(signal);
    return { failure, last };
  } catch (error) {
    checkCancelled(signal);
    throw error;
  } finally {
    reader.kill();
  }
}

/** Lists the files of a commit, without those in folders that are missing. */
async function* filesOf(directory: string, commit: string, budget: ListingBudget): Introductions<void> {
  const about = await aboutCommit(directory, commit, budget);
  const args = ['rev-list', '--objects', '--no-walk', '--missing=allow-any', '--filter=object:type=blob', commit];
  for await (const line of linesOf(directory, args, 0x0a, budget)) {
    const space = line.indexOf(' ');
    if (space === -1 || space + 1 === line.length) continue;
    yield* budget.spend([{ ...about, oid: line.toString('latin1', 0, space), path: readablePath(line.subarray(space + 1)) }]);
  }
}

async function aboutCommit(directory: string, commit: string, budget: ListingBudget): Promise<Omit<BlobIntroduction, 'oid' | 'path'>> {
  const fields: string[] = [];
  const args = ['log', '--no-walk', '-s', '-z', '--no-notes', '--no-color', '--format=%an%x00%ae%x00%at', commit];
  for await (const field of linesOf(directory, args, 0, budget)) fields.push(field.toString('utf8'));
  const [name = '', email = '', seconds = ''] = fields;
  const date = dateOf(seconds);
  return { commit, author: { name, email }, ...(date && { date }) };
}

/** Output of a git whose failure does not matter. */
async function* linesOf(directory: string, args: readonly string[], separator: number, budget: ListingBudget): AsyncGenerator<Buffer> {
  const { signal } = budget;
  checkCancelled(signal);
  const reader = startReader(directory, args, signal, budget.process);
  try {
    reader.child.stdin.end();
    yield* readLines(reader.child.stdout, separator);
    await reader.ended;
  } finally {
    reader.kill();
  }
}
