import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GitHttpServer, startGitHttpServer } from './git-http-server.ts';
import { createScratchRepository, runGit, type ScratchRepository } from './scratch-repository.ts';

/** A folder with a repository `/repo.git`, a server in front of it, and a place for a mirror of it. */
export interface GitStage {
  readonly folder: string;
  readonly mirror: string;
  readonly server: GitHttpServer;
  readonly scratch: ScratchRepository;
  /** The oid of a blob with this content. */
  blob(content: string | Buffer): string;
  /** Command lines of every process that holds this in its environment (Linux). */
  processesWith(variable: string): readonly string[];
  close(): Promise<void>;
}

export async function openGitStage(): Promise<GitStage> {
  const folder = mkdtempSync(join(tmpdir(), 'leakwatch-git-'));
  const server = await startGitHttpServer({ root: folder });
  return {
    folder,
    mirror: join(folder, 'mirror'),
    server,
    scratch: createScratchRepository(join(folder, 'repo.git')),
    blob: (content) => runGit(folder, ['hash-object', '--stdin'], content).toString().trim(),
    processesWith,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until something is so, for at most a minute. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 2400) throw new Error('it did not come to that within a minute');
    await sleep(25);
  }
}

function processesWith(variable: string): readonly string[] {
  const lines: string[] = [];
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (!readFileSync(`/proc/${name}/environ`).includes(`${variable}\0`)) continue;
      lines.push(readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' '));
    } catch {
      // It ended while we looked, or is not ours.
    }
  }
  return lines;
}
