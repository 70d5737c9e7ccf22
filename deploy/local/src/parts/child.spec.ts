import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Child } from './child.ts';

it('what a part writes is for its own account only, whatever the umask of the launcher', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leakwatch-child-'));
  const before = process.umask(0o022);
  try {
    const child = new Child('part', 'sh', ['-c', 'umask'], join(folder, 'part.log'));
    await new Promise<void>((resolve) => child.onExit(resolve));
    expect(Number.parseInt(child.lastLines, 8)).toBe(0o077);
    // The launcher's own stays: it makes folders that PostgreSQL's account passes through.
    expect(process.umask()).toBe(0o022);
  } finally {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  }
});
