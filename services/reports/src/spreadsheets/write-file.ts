import { Injectable } from '@nestjs/common';
import { internalReportEvents, type ReportCursor } from '@leakwatch/contracts';
import { asService, Database, newId, ServiceClients, SCHEDULER, sql } from '@leakwatch/platform';
import { changeClaimed, type ClaimedReport } from './report.store.ts';
import { openWorkbook } from './workbook/workbook.ts';

/** Writes the events of a report to a file, a page at a time. */
@Injectable()
export class WriteFile {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** False when the report was deleted or begun by another meanwhile. Throws Unavailable without the events service. */
  async run(claimed: ClaimedReport, path: string, signal: AbortSignal): Promise<boolean> {
    const workbook = await openWorkbook(path, claimed.locale);
    try {
      let after: ReportCursor | null = null;
      let total = 0;
      let written = 0;
      do {
        signal.throwIfAborted();
        const page: Awaited<ReturnType<WriteFile['page']>> = await this.page(claimed, after);
        for (const event of page.events) workbook.add(event);
        await workbook.drained();
        written += page.events.length;
        // Statuses change while it is written: it may become more than was counted.
        total = Math.max(page.total ?? total, written);
        if (!(await this.tell(claimed, written, total))) return false;
        after = page.next;
      } while (after !== null);
      await workbook.close();
      return true;
    } finally {
      workbook.abort();
    }
  }

  private page({ organisation_id: organisation, filters }: ClaimedReport, after: ReportCursor | null) {
    return this.services.call(internalReportEvents, asService('reports', newId()), { body: { organisation, filters, after } });
  }

  private tell(claimed: ClaimedReport, written: number, total: number): Promise<boolean> {
    return this.database.inScope(SCHEDULER, (em) => changeClaimed(em, claimed, sql`rows_written = ${written}, rows_total = ${total}`));
  }
}
