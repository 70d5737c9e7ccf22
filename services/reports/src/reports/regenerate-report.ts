import { Injectable } from '@nestjs/common';
import type { ReportRow } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, NotFound, noteOrganisations, scopeOf } from '@leakwatch/platform';
import { admitReport } from './admit-report.ts';
import { reportFilename } from './report.domain.ts';
import { reportOf } from './report-list.read-model.ts';
import { ReportQueue } from './report-queue.ts';
import { enqueueAgain } from './report.store.ts';

@Injectable()
export class RegenerateReport {
  constructor(
    private readonly database: Database,
    private readonly queue: ReportQueue,
  ) {}

  /** The same filters, of the events as they are now. Throws NotFound, and Conflict `report_not_deleted`. */
  async run(id: string, caller: Caller): Promise<ReportRow> {
    const made = await this.database.inScope(scopeOf(caller), async (em) => {
      const before = await reportOf(em, id);
      if (before === undefined) throw new NotFound();
      const organisation = before.company?.id ?? null;
      if (organisation !== null) noteOrganisations(caller, [organisation]);
      await admitReport(em, caller, organisation);
      if (!(await enqueueAgain(em, id, reportFilename(new Date(), before.report_format)))) throw new Conflict('report_not_deleted');
      return reportOf(em, id);
    });
    if (made === undefined) throw new NotFound();
    await this.queue.addLater(id);
    return made;
  }
}
