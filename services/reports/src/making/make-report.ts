import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  cancelDeletions,
  Database,
  isTransient,
  LOGGER,
  type Logger,
  type ObjectStore,
  SCHEDULER,
  scheduleDeletions,
  SETTINGS,
} from '@leakwatch/platform';
import { REPORT_ENDINGS, type ReportFault } from '@leakwatch/vocabulary';
import { OBJECTS } from '../files/objects.ts';
import { FILE_DELETIONS, SweepFiles } from '../files/sweep-files.ts';
import { MAX_TRIES, objectKeyOf } from '../reports/report.domain.ts';
import { type ClaimedReport, claimReport, completeClaimed, enqueueClaimed, failClaimed } from '../reports/report.store.ts';
import { WriteFile } from './write-file.ts';
import type { ReportsSettings } from '../settings.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that is older has been left by a killed worker. In milliseconds. */
const LEFT_MS = 3_600_000;

/**
 * Where files are written before they are stored: below LEAKWATCH_HOME on one machine; with an S3 store among the temporary
 * files, because a container can write nowhere else.
 */
const workFolder = (settings: { LEAKWATCH_HOME: string; S3_ENDPOINT?: string | undefined }): string =>
  settings.S3_ENDPOINT === undefined ? join(settings.LEAKWATCH_HOME, 'reports-in-work') : join(tmpdir(), 'leakwatch-reports-in-work');

/** The path of one attempt's file. Only the service's user may read the folder. Files of earlier attempts are removed; a later one may be at work, where this one is slow. */
async function placeIn(folder: string, { id, attempt, format }: ClaimedReport): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = `${id}-`;
  await clear(folder, async (file) => file.startsWith(before) && Number.parseInt(file.slice(before.length), 10) < attempt);
  return join(folder, `${id}-${attempt}.${REPORT_ENDINGS[format]}`);
}

const clearLeft = (folder: string): Promise<void> =>
  clear(folder, async (file) => (await stat(join(folder, file))).mtimeMs < Date.now() - LEFT_MS);

async function clear(folder: string, which: (file: string) => Promise<boolean>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (await which(file).catch(() => false)) await rm(join(folder, file), { force: true });
}

/** Storing a file takes less; after this time no report will claim it. */
const STORE_SECONDS = 3_600;
const FAULT: ReportFault = 'report_failed';

/** Makes one report: events to a file, the file to the store, and the report is ready. */
@Injectable()
export class MakeReport {
  private readonly folder: string;

  constructor(
    private readonly database: Database,
    private readonly writeFile: WriteFile,
    private readonly sweep: SweepFiles,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(SETTINGS) private readonly settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.folder = workFolder(settings);
  }

  /** Files of killed processes whose reports were deleted since: nobody else removes them. */
  clearLeftovers(): Promise<void> {
    return clearLeft(this.folder);
  }

  /** Returns when the report is ready, given up, or claimed by another worker; throws when it will be retried. */
  async run(id: string, signal: AbortSignal): Promise<void> {
    const claimed = await this.database.inScope(SCHEDULER, (em) => claimReport(em, id));
    if (claimed === undefined) return;
    // Its earlier workers were killed before they could record a failure.
    if (claimed.tries > MAX_TRIES) return this.giveUp(claimed);
    const path = await placeIn(this.folder, claimed);
    try {
      if (await this.writeFile.run(claimed, path, signal)) await this.store(claimed, path);
    } catch (error) {
      await this.failed(claimed, error, signal);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The file's deletion is scheduled until its report claims it, so that no crash in between leaves the file behind. */
  private async store(claimed: ClaimedReport, path: string): Promise<void> {
    const key = objectKeyOf(claimed.id, claimed.attempt, claimed.format);
    const days = this.settings.REPORT_RETENTION_DAYS;
    await this.database.inScope(SCHEDULER, (em) => scheduleDeletions(em, FILE_DELETIONS, [key], STORE_SECONDS));
    await this.objects.putFile(key, path);
    const ready = await this.database.inScope(SCHEDULER, async (em) => {
      if (!(await cancelDeletions(em, FILE_DELETIONS, [key])).has(key)) return false;
      const completed = await completeClaimed(em, claimed, key, days);
      if (!completed) await scheduleDeletions(em, FILE_DELETIONS, [key], 0);
      return completed;
    });
    if (ready) return;
    // Also when the deletion ran before the store had the file.
    await this.database.inScope(SCHEDULER, (em) => scheduleDeletions(em, FILE_DELETIONS, [key], 0));
    await this.sweep.now();
  }

  private async failed(claimed: ClaimedReport, error: unknown, signal: AbortSignal): Promise<void> {
    const isTemporary = signal.aborted || isTransient(error);
    this.logger[isTemporary ? 'info' : 'error']({ report: claimed.id, error: String(error) }, 'a report was not made');
    if (!isTemporary && claimed.tries >= MAX_TRIES) return this.giveUp(claimed);
    const tries = isTemporary ? claimed.tries - 1 : claimed.tries;
    const isOurs = await this.database.inScope(SCHEDULER, (em) => enqueueClaimed(em, claimed, tries));
    // Otherwise another worker has claimed the report since, and makes it.
    if (isOurs) throw error;
  }

  private async giveUp(claimed: ClaimedReport): Promise<void> {
    await this.database.inScope(SCHEDULER, (em) => failClaimed(em, claimed, FAULT));
    this.logger.error({ report: claimed.id }, 'a report was given up');
  }
}
