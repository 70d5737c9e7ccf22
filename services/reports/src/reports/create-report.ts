import { Injectable } from '@nestjs/common';
import { type createReport, type InputOf, type ReportRow, withOwnId } from '@leakwatch/contracts';
import { type Caller, Database, newId, NotAuthenticated, NotFound, noteOrganisations, scopeOf } from '@leakwatch/platform';
import { admitReport } from './admit-report.ts';
import { reportFilename } from './report.domain.ts';
import { reportOf } from './report-list.read-model.ts';
import { ReportQueue } from './report-queue.ts';
import { insertReport } from './report.store.ts';

@Injectable()
export class CreateReport {
  constructor(
    private readonly database: Database,
    private readonly queue: ReportQueue,
  ) {}

  /** Of a customer's own organisation; of staff of the one that they filter by, or of all. */
  async run({ filters, format }: InputOf<typeof createReport>['body'], caller: Caller): Promise<ReportRow> {
    const { account, locale } = caller;
    if (account === null) throw new NotAuthenticated();
    const organisation = caller.staff ? (filters.org ?? null) : caller.organisation;
    const id = newId();
    const made = await this.database.inScope(scopeOf(caller), async (em) => {
      await admitReport(em, caller, organisation);
      await insertReport(em, {
        id,
        organisation,
        reporter: account,
        locale,
        format,
        // Whose events `me` are is decided now: the file is made later, and other people see its filters.
        filters: withOwnId(filters, account.id),
        filename: reportFilename(new Date(), format),
      });
      return reportOf(em, id);
    });
    if (made === undefined) throw new NotFound();
    if (organisation !== null) noteOrganisations(caller, [organisation]);
    await this.queue.addLater(id);
    return made;
  }
}
