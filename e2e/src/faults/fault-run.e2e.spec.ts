import { mkdtempSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CannotStart } from '@leakwatch/local';
import { FaultRun } from './run-faults.ts';

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const processesOf = (folder: string) => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(folder));

test('a run whose services do not start leaves no process and no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leakwatch-faults-'));
  const seen = new Set<string>();
  const watch = setInterval(() => processesOf(folder).forEach((pid) => seen.add(pid)), 100);
  await expect(FaultRun.start(() => undefined, join(folder, 'no-programs'), folder)).rejects.toThrow(CannotStart);
  clearInterval(watch);
  expect(seen.size).toBeGreaterThan(0);
  expect(processesOf(folder)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});
