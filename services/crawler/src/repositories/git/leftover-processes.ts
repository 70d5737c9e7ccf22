import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIRROR_MARK } from './git-environment.ts';

/** Milliseconds within which processes end after SIGKILL; longer, and they hang in the kernel. */
const KILL_TIMEOUT = 2_000;

/**
 * Kills every git process that still fetches into a mirror, with git's helpers (git-remote-http, index-pack, ssh): those of
 * a cancelled fetch and those that a killed worker left behind. They are recognised by a variable of their environment.
 * Processes that only read the mirror do not have it: a launch may be reading while another one updates. Without /proc (macOS)
 * helpers of a killed worker end when their pipes close. The caller holds the lease of the mirror, so no other fetch is killed.
 */
export async function endLeftoverProcesses(directory: string): Promise<void> {
  const deadline = performance.now() + KILL_TIMEOUT;
  for (let found = markedProcesses(directory); found.length > 0; found = markedProcesses(directory)) {
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
    if (performance.now() > deadline) return;
    await sleep(20);
  }
}

/** Reads some hundreds of small files synchronously: this takes milliseconds, asynchronously on a busy machine seconds. */
function markedProcesses(directory: string): readonly number[] {
  const mark = Buffer.from(`${MIRROR_MARK}=${directory}\0`);
  return processIds().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`).includes(mark);
    } catch {
      // The process belongs to another user, or has just ended.
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
