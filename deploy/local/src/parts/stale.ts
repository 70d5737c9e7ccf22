import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const END_MS = 10_000;

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Stops a server that an earlier, killed launcher left behind, only if its command line names the installation's folder. */
export async function endStale(pid: number, folder: string, signal: NodeJS.Signals): Promise<void> {
  const isOurs = () => pid > 1 && commandOf(pid).includes(folder);
  if (!isOurs()) return;
  process.kill(pid, signal);
  const deadline = Date.now() + END_MS;
  while (isOurs() && Date.now() < deadline) await sleep(50);
  if (isOurs()) process.kill(pid, 'SIGKILL');
}
