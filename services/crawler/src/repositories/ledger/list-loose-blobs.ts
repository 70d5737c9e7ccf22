import { checkCancelled, startReader } from '../git/git-reader.ts';
import type { GitRepositoryError } from '../git/git-repository-error.ts';
import { readLines } from '../git/read-lines.ts';
import type { BlobIntroduction } from './introduction-parser.ts';
import type { ListingBudget } from './listing-budget.ts';
import { readablePath } from './readable-path.ts';

type Listed = AsyncGenerator<readonly BlobIntroduction[], GitRepositoryError | undefined, undefined>;

/** Lists the blobs, with paths, of a tree that a ref or tag names directly. Returns the failure, if any. */
export async function* listTreeBlobs(directory: string, tree: string, budget: ListingBudget): Listed {
  return yield* read(directory, ['ls-tree', '-r', '-z', '--full-tree', tree], 0, budget, (entry) => {
    const tab = entry.indexOf('\t');
    const [, kind, oid] = entry.subarray(0, tab).toString('latin1').split(' ');
    return kind === 'blob' && oid !== undefined ? { oid, path: readablePath(entry.subarray(tab + 1)) } : undefined;
  });
}

/** Lists every blob of a mirror, reachable or not, without paths. Returns the failure, if any. */
export async function* listAllBlobs(directory: string, budget: ListingBudget): Listed {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objecttype) %(objectname)'];
  return yield* read(directory, args, 0x0a, budget, (entry) => {
    const [kind, oid] = entry.toString('latin1').split(' ');
    return kind === 'blob' && oid !== undefined ? { oid } : undefined;
  });
}

async function* read(
  directory: string,
  args: readonly string[],
  separator: number,
  budget: ListingBudget,
  take: (entry: Buffer) => BlobIntroduction | undefined,
): Listed {
  const { signal } = budget;
  checkCancelled(signal);
  const reader = startReader(directory, args, signal, budget.process);
  reader.child.stdin.end();
  try {
    for await (const entry of readLines(reader.child.stdout, separator)) {
      const introduction = take(entry);
      if (introduction !== undefined) yield* budget.spend([introduction]);
    }
    const failure = await reader.ended;
    checkCancelled(signal);
    return failure;
  } catch (error) {
    checkCancelled(signal);
    throw error;
  } finally {
    reader.kill();
  }
}
