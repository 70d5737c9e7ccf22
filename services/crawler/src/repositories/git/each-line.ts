import { checkCancelled, startReader } from './git-reader.ts';
import { readLines } from './read-lines.ts';
import { feed } from './start-git.ts';

/** Runs git, with `input` on its standard input, and passes each line of its output to `take`. */
export async function eachLine(
  directory: string,
  args: readonly string[],
  input: Iterable<string>,
  signal: AbortSignal | undefined,
  take: (line: Buffer) => void,
): Promise<void> {
  checkCancelled(signal);
  const reader = startReader(directory, args, signal);
  try {
    feed(reader.child.stdin, input);
    for await (const line of readLines(reader.child.stdout)) take(line);
    const failure = await reader.ended;
    if (failure) throw failure;
  } catch (error) {
    checkCancelled(signal);
    throw error;
  } finally {
    reader.kill();
  }
}
