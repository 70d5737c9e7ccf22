import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, Schedule, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../../settings.ts';
import { deleteMirror, knownMirrors, lockUnused } from './collect-mirrors.store.ts';

/** Mirrors wait for days, so an hour more does not matter. */
const ROUND_MS = 3_600_000;
/** Rows of one transaction: it holds the mirror, and what wants it again waits. */
const BATCH = 10_000;
/** Names of one query. */
const FOLDERS = 1_000;
const FOLDER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.git$/;

/**
 * Deletes mirrors that no task needs: their rows first, then folders without rows. A process that dies in between leaves folders, which any
 * later round finds; each crawler looks at its own disk.
 */
@Injectable()
export class CollectMirrors extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'LEAKWATCH_HOME'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(ROUND_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const { mirrors, folders } = await this.run();
      if (mirrors + folders > 0) this.logger.info({ mirrors, folders }, 'mirrors that no task needs were deleted');
    });
  }

  /** Returns how many mirrors and folders were deleted. */
  async run(batch = BATCH): Promise<{ readonly mirrors: number; readonly folders: number }> {
    let mirrors = 0;
    for (;;) {
      const deleted = await this.database.inScope(SCHEDULER, async (em) => {
        const mirror = await lockUnused(em);
        return mirror === undefined ? undefined : deleteMirror(em, mirror, batch);
      });
      if (deleted === undefined) break;
      if (deleted < batch) mirrors += 1;
    }
    return { mirrors, folders: await this.deleteFolders() };
  }

  /** A mirror has its row before its folder, so a folder without a row is not a new one. */
  private async deleteFolders(): Promise<number> {
    const home = join(this.settings.LEAKWATCH_HOME, 'mirrors');
    const names: readonly string[] = await readdir(home).catch(() => []);
    const ids = names.flatMap((name) => FOLDER.exec(name)?.[1] ?? []);
    let deleted = 0;
    for (let at = 0; at < ids.length; at += FOLDERS) {
      const page = ids.slice(at, at + FOLDERS);
      const known = await this.database.inScope(SCHEDULER, (em) => knownMirrors(em, page));
      for (const id of page.filter((one) => !known.has(one))) {
        await rm(join(home, `${id}.git`), { recursive: true, force: true });
        deleted += 1;
      }
    }
    return deleted;
  }
}
