import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { waitUntil } from '@leakwatch/testing';
import { Child } from './child.ts';

const folder = mkdtempSync(join(tmpdir(), 'leakwatch-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WRITES = "let n = 0; setInterval(() => console.log('line', n++), 20)";

it('a program goes on while its log cannot be written, and the log goes on when there is room again', async () => {
  const log = join(folder, 'one.log');
  // Every write to it fails as on a full disk.
  symlinkSync('/dev/full', log);
  const child = new Child('one', process.execPath, ['-e', WRITES], log);
  try {
    await waitUntil('several lines', async () => child.lastLines.includes('line 9'));
    rmSync(log);
    writeFileSync(log, '');
    await waitUntil('the log', async () => readFileSync(log, 'utf8').includes('line'), 30_000);
    expect(child.isRunning).toBe(true);
  } finally {
    await child.stop();
  }
});
