import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compilePatterns, normalisedMatchingLines } from '@leakwatch/matching';
import type { Scanned, Watched } from './scan-history.ts';

/** The command whose output gitleaks reads (its sources/git.go), thrown away here: gitleaks does not end before it. */
export const LOG_COMMAND: readonly string[] = ['log', '-p', '-U0', '--full-history', '--all', '--diff-filter=tuxdb'];

/** @param since a commit that is left out with its history */
export async function gitLog(directory: string, since?: string): Promise<void> {
  const range = since === undefined ? [] : ['--not', since];
  const child = spawn('git', ['-C', directory, ...LOG_COMMAND, ...range], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git log ended with ${code}`);
}

/** What a git command prints, line by line. */
export async function lines(directory: string, command: string): Promise<readonly string[]> {
  const child = spawn('sh', ['-c', command], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] });
  const read: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) read.push(line);
  return read;
}

/** The plainest way to the same answer, a process for each blob: what `scanHistory` must find. Slow; for small histories. */
export async function plainScan(directory: string, { patterns }: Watched): Promise<Scanned> {
  const listed = await lines(directory, `git rev-list --objects --all | git cat-file --batch-check='%(objecttype) %(objectname) %(rest)'`);
  const oids = new Set(listed.filter((line) => line.startsWith('blob ')).map((line) => line.split(' ')[1] ?? ''));
  const compiled = compilePatterns([...patterns.values()]);
  const found: string[] = [];
  for (const oid of oids) {
    const child = spawn('git', ['-C', directory, 'cat-file', 'blob', oid], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(Buffer.from(chunk));
    const content = Buffer.concat(chunks);
    for (const { patternId, spans } of compiled.match({ bytes: content }))
      found.push(`${oid} ${patternId} ${createHash('sha256').update(normalisedMatchingLines(content, spans)).digest('hex')}`);
  }
  return { blobs: oids.size, findings: found.length, hits: createHash('sha256').update(found.sort().join('\n')).digest('hex') };
}
