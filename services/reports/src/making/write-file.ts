import { Inject, Injectable } from '@nestjs/common';
import { internalLogo, internalReportEvents, type ReportCursor } from '@leakwatch/contracts';
import { asService, Database, LOGGER, type Logger, newId, ServiceClients, SCHEDULER } from '@leakwatch/platform';
import { organisationCopy } from '../organisation-copies/organisation-copy.store.ts';
import { type ClaimedReport, writeProgress } from '../reports/report.store.ts';
import { openReportFile } from './formats/open-report-file.ts';
import type { ReportOrigin } from './workbook/about-sheet.ts';

/** Writes the events of a report to a file, a page at a time. */
@Injectable()
export class WriteFile {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when the report was deleted or claimed by another worker meanwhile. Throws Unavailable without the events service. */
  async run(claimed: ClaimedReport, path: string, signal: AbortSignal): Promise<boolean> {
    const file = await openReportFile(claimed.format, path, claimed.locale, await this.originOf(claimed));
    try {
      let after: ReportCursor | null = null;
      let total = 0;
      let written = 0;
      do {
        signal.throwIfAborted();
        const page: Awaited<ReturnType<WriteFile['page']>> = await this.page(claimed, after);
        for (const event of page.events) file.add(event);
        await file.drained();
        written += page.events.length;
        // Statuses change while the file is written: there may be more events than were counted.
        total = Math.max(page.total ?? total, written);
        if (!(await this.progress(claimed, written, total))) return false;
        after = page.next;
      } while (after !== null);
      await file.close();
      return true;
    } finally {
      file.abort();
    }
  }

  /** undefined for a report that has no logo: of staff about all organisations, of an organisation without one, in a format for programs. */
  private async originOf({ organisation_id: organisation, format }: ClaimedReport): Promise<ReportOrigin | undefined> {
    if (organisation === null || format !== 'xls') return undefined;
    const logo = await this.logoOf(organisation);
    if (logo === null) return undefined;
    const copy = await this.database.inScope(SCHEDULER, (em) => organisationCopy(em, organisation));
    return { organisation: copy?.name ?? '', logo, made: new Date() };
  }

  /** A report without its logo is better than none: it does not wait for the admin service. */
  private async logoOf(organisation: string): Promise<Uint8Array | null> {
    try {
      const { png } = await this.services.call(internalLogo, asService('reports', newId()), { body: { organisation } });
      return png === null ? null : Buffer.from(png, 'base64');
    } catch (error) {
      this.logger.info({ organisation, error: String(error) }, 'a report is made without the logo');
      return null;
    }
  }

  private page({ organisation_id: organisation, filters }: ClaimedReport, after: ReportCursor | null) {
    return this.services.call(internalReportEvents, asService('reports', newId()), { body: { organisation, filters, after } });
  }

  private progress(claimed: ClaimedReport, written: number, total: number): Promise<boolean> {
    return this.database.inScope(SCHEDULER, (em) => writeProgress(em, claimed, written, total));
  }
}
