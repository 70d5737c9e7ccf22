import { MAX_NAME_BYTES } from './git-limits.ts';
import { GitRepositoryError } from './git-repository-error.ts';

const LINE_FEED = 0x0a;

/** Room for what git writes beside a name: object ids, modes, kinds. */
const BESIDE_A_NAME = 4096;

/**
 * The lines of git's output, without their separator. One line is in memory; it is valid until the next one is requested.
 * @throws GitRepositoryError names_over_bound
 */
export async function* readLines(
  stream: AsyncIterable<Buffer>,
  separator = LINE_FEED,
  maximumBytes = MAX_NAME_BYTES + BESIDE_A_NAME,
): AsyncGenerator<Buffer, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(separator); to !== -1; to = bytes.indexOf(separator, from)) {
      yield bytes.subarray(from, to);
      from = to + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
    requireShort(rest, maximumBytes);
  }
  if (rest.length > 0) yield rest;
}

/** @throws GitRepositoryError names_over_bound */
export function requireShort(name: Buffer, maximumBytes = MAX_NAME_BYTES + BESIDE_A_NAME): void {
  if (name.length > maximumBytes) throw new GitRepositoryError('names_over_bound', `A name is longer than ${MAX_NAME_BYTES} bytes`);
}
