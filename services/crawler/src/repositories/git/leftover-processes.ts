import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIRROR_MARK } from './git-environment.ts';

/** Milliseconds for processes to be gone after SIGKILL; beyond it they hang in the kernel and nothing here helps. */
const PATIENCE = 2_000;

/**
 * Kills every git process that still fetches into a mirror, with git's helpers (git-remote-http, index-pack, ssh):
 * those of a fetch that was cancelled and those that a killed worker left behind. They are known by a variable in
 * their environment, since simple-git gives neither a process id nor a process group. Where there is no /proc
 * (macOS) only git itself is ended, by simple-git, and its helpers follow it when their pipes close.
 * The caller holds the lease of the mirror: nobody else may be fetching into it.
 */
export async function endLeftoverProcesses(directory: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (let found = markedProcesses(directory); found.length > 0; found = markedProcesses(directory)) {
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    if (Date.now() > deadline) return;
    await sleep(20);
  }
}

/** Some hundreds of small reads of memory: at once they take milliseconds, one by one on a busy machine seconds. */
function markedProcesses(directory: string): readonly number[] {
  const mark = Buffer.from(`${MIRROR_MARK}=${directory}\0`);
  return processIds().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`).includes(mark);
    } catch {
      // Of other users' processes nothing can be read, and of one that just ended nothing is left.
      return false;
    }
  });
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
