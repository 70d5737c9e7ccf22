import { checkCancelled, startReader } from '../git/git-reader.ts';
import type { GitRepositoryError } from '../git/git-repository-error.ts';
import type { BlobIntroduction } from './introduction-parser.ts';
import { readablePath } from './readable-path.ts';

type Listed = AsyncGenerator<BlobIntroduction, GitRepositoryError | undefined, undefined>;

/** Lists the blobs, with paths, of a tree that a ref or tag names directly. Returns the failure, if any. */
export async function* listTreeBlobs(directory: string, tree: string, signal?: AbortSignal): Listed {
  return yield* read(directory, ['ls-tree', '-r', '-z', '--full-tree', tree], 0, signal, (entry) => {
    const tab = entry.indexOf('\t');
    const [, kind, oid] = entry.subarray(0, tab).toString('latin1').split(' ');
    return kind === 'blob' && oid !== undefined ? { oid, path: readablePath(entry.subarray(tab + 1)) } : undefined;
  });
}

/** Lists every blob of a mirror, reachable or not, without paths. Returns the failure, if any. */
export async function* listAllBlobs(directory: string, signal?: AbortSignal): Listed {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objecttype) %(objectname)'];
  return yield* read(directory, args, 0x0a, signal, (entry) => {
    const [kind, oid] = entry.toString('latin1').split(' ');
    return kind === 'blob' && oid !== undefined ? { oid } : undefined;
  });
}

async function* read(
  directory: string,
  args: readonly string[],
  separator: number,
  signal: AbortSignal | undefined,
  take: (entry: Buffer) => BlobIntroduction | undefined,
): Listed {
  checkCancelled(signal);
  const reader = startReader(directory, args, signal);
  reader.child.stdin.end();
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of reader.child.stdout) {
      const bytes = Buffer.concat([rest, chunk]);
      let from = 0;
      for (let to = bytes.indexOf(separator); to !== -1; to = bytes.indexOf(separator, from)) {
        const introduction = take(bytes.subarray(from, to));
        if (introduction) yield introduction;
        from = to + 1;
      }
      rest = bytes.subarray(from);
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
