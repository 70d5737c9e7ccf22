import { Injectable } from '@nestjs/common';
import { internalReportEvents, type ReportCursor } from '@leakwatch/contracts';
import { asService, Database, newId, ServiceClients, SCHEDULER } from '@leakwatch/platform';
import { type ClaimedReport, writeProgress } from '../reports/report.store.ts';
import { openReportFile } from './formats/open-report-file.ts';

/** Writes the events of a report to a file, a page at a time. */
@Injectable()
export class WriteFile {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** False when the report was deleted or claimed by another worker meanwhile. Throws Unavailable without the events service. */
  async run(claimed: ClaimedReport, path: string, signal: AbortSignal): Promise<boolean> {
    const file = await openReportFile(claimed.format, path, claimed.locale);
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

  private page({ organisation_id: organisation, filters }: ClaimedReport, after: ReportCursor | null) {
    return this.services.call(internalReportEvents, asService('reports', newId()), { body: { organisation, filters, after } });
  }

  private progress(claimed: ClaimedReport, written: number, total: number): Promise<boolean> {
    return this.database.inScope(SCHEDULER, (em) => writeProgress(em, claimed, written, total));
  }
}
