import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { seeded, sourceText } from '@leakwatch/bench';

export interface GeneratedRepository {
  /** Bytes of all versions of all files together, as they are before git packs them. */
  readonly contentBytes: number;
  readonly versions: number;
}

const FILES = 2_000;
const LINES_OF_A_FILE = 180;
const FILES_A_COMMIT = 6;
/** Lines that one commit changes in a file. */
const CHANGED_LINES = 4;
/** Lines: one version of a file in some twenty holds something. */
const PLANTED_ONE_IN = 5_000;
const FIRST_COMMIT_AT = 1_700_000_000;

async function git(directory: string, args: readonly string[]): Promise<void> {
  const child = spawn('git', ['-C', directory, ...args], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
}

/**
 * Writes a bare repository with a history as people make it: files of some kilobytes, of which each commit changes a few
 * lines in a few, until all versions together have `bytes` bytes. The same for the same numbers; packed as a server
 * would send it.
 */
export async function generateRepository(directory: string, bytes: number, planted: readonly string[]): Promise<GeneratedRepository> {
  mkdirSync(directory, { recursive: true });
  await git(directory, ['init', '--quiet', '--bare', '--initial-branch=main', '.']);
  const random = seeded(11);
  const lines = sourceText(3_000_000, { planted, plantedOneIn: PLANTED_ONE_IN }).toString().split('\n');
  const line = () => lines[random.below(lines.length)] ?? '';
  const files: string[][] = [];
  const child = spawn('git', ['-C', directory, 'fast-import', '--quiet', '--depth=50'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  let [contentBytes, versions] = [0, 0];
  for (let commit = 1; contentBytes < bytes; commit++) {
    const changed: string[] = [];
    for (let at = 0; at < FILES_A_COMMIT; at++) {
      const isNew = files.length < FILES && random.once(2);
      const number = isNew ? files.length : random.below(Math.max(1, files.length));
      const content = (files[number] ??= Array.from({ length: LINES_OF_A_FILE + random.below(LINES_OF_A_FILE) }, line));
      for (let change = 0; change < CHANGED_LINES; change++) content[random.below(content.length)] = line();
      const text = Buffer.from(`${content.join('\n')}\n`);
      contentBytes += text.length;
      versions += 1;
      changed.push(`M 100644 inline src/part-${number % 40}/file-${number}.ts\ndata ${text.length}\n${text.toString()}\n`);
    }
    const head = `commit refs/heads/main\ncommitter Ann <ann@dev.example> ${FIRST_COMMIT_AT + commit * 60} +0000\ndata 6\nchange\n`;
    if (!child.stdin.write(head + changed.join(''))) await once(child.stdin, 'drain');
  }
  child.stdin.end('done\n');
  await ended;
  await git(directory, ['repack', '-adfq', '--threads=1', '--window=10', '--depth=50']);
  return { contentBytes, versions };
}
