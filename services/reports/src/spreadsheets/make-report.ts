import { rm } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, isTransient, LOGGER, type Logger, type ObjectStore, SCHEDULER, SETTINGS, sql } from '@leakwatch/platform';
import type { ReportFault } from '@leakwatch/vocabulary';
import { doomObject, saveObject } from './doomed-object.store.ts';
import { OBJECTS } from './objects.ts';
import { MAX_TRIES, objectKeyOf } from './report.domain.ts';
import { changeClaimed, type ClaimedReport, claimReport } from './report.store.ts';
import { SweepObjects } from './sweep-objects.ts';
import { clearLeft, placeIn, workFolder } from './work-folder.ts';
import { WriteFile } from './write-file.ts';
import type { ReportsSettings } from '../settings.ts';

/** Storing a file takes less; afterwards it is nobody's. */
const STORE_SECONDS = 3_600;
const FAULT: ReportFault = 'report_failed';

/** Makes one report: events to a file, the file to the store, and the report is ready. */
@Injectable()
export class MakeReport {
  private readonly folder: string;

  constructor(
    private readonly database: Database,
    private readonly writeFile: WriteFile,
    private readonly sweep: SweepObjects,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(SETTINGS) private readonly settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.folder = workFolder(settings);
  }

  clearLeftovers(): Promise<void> {
    return clearLeft(this.folder);
  }

  /** Returns when it is ready, given up, or another's; throws when it is to be tried again. */
  async run(id: string, signal: AbortSignal): Promise<void> {
    const claimed = await this.database.inScope(SCHEDULER, (em) => claimReport(em, id));
    if (claimed === undefined) return;
    // Whoever began it so often never came to say that it failed: it was killed each time.
    if (claimed.tries > MAX_TRIES) return this.giveUp(claimed);
    const path = await placeIn(this.folder, id, claimed.attempt);
    try {
      if (await this.writeFile.run(claimed, path, signal)) await this.store(claimed, path);
    } catch (error) {
      await this.failed(claimed, error, signal);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The file is doomed until its report has it, so no death in between leaves it behind. */
  private async store(claimed: ClaimedReport, path: string): Promise<void> {
    const key = objectKeyOf(claimed.id, claimed.attempt);
    const days = this.settings.REPORT_RETENTION_DAYS;
    await this.database.inScope(SCHEDULER, (em) => doomObject(em, key, STORE_SECONDS));
    await this.objects.putFile(key, path);
    const ready = await this.database.inScope(SCHEDULER, async (em) => {
      if (!(await saveObject(em, key))) return false;
      const claims = await changeClaimed(
        em,
        claimed,
        sql`status = 'ready', object_key = ${key}, rows_total = rows_written, fault = null,
            stored_until = now() + make_interval(days => ${days})`,
      );
      if (!claims) await doomObject(em, key, 0);
      return claims;
    });
    if (ready) return;
    // Also when it went before the store had it.
    await this.database.inScope(SCHEDULER, (em) => doomObject(em, key, 0));
    await this.sweep.soon();
  }

  private async failed(claimed: ClaimedReport, error: unknown, signal: AbortSignal): Promise<void> {
    const innocent = signal.aborted || isTransient(error);
    this.logger[innocent ? 'info' : 'error']({ report: claimed.id, error: String(error) }, 'a report was not made');
    if (!innocent && claimed.tries >= MAX_TRIES) return this.giveUp(claimed);
    const tries = innocent ? claimed.tries - 1 : claimed.tries;
    await this.database.inScope(SCHEDULER, (em) => changeClaimed(em, claimed, sql`status = 'enqueued', tries = ${tries}`));
    throw error;
  }

  private async giveUp(claimed: ClaimedReport): Promise<void> {
    await this.database.inScope(SCHEDULER, (em) => changeClaimed(em, claimed, sql`status = 'deleted', fault = ${FAULT}`));
    this.logger.error({ report: claimed.id }, 'a report was given up');
  }
}
