import { Injectable } from '@nestjs/common';
import { type createReport, type InputOf, type ReportRow, withOwnId } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  isViolationOf,
  newId,
  NotAuthenticated,
  NotFound,
  noteOrganisations,
  scopeOf,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { admitReport } from './admit-report.ts';
import { reportFilename } from './report.domain.ts';
import { reportOf } from './report-list.read-model.ts';
import { ReportQueue } from './report-queue.ts';
import { insertReport, lockReports, madeBefore } from './report.store.ts';

type Body = InputOf<typeof createReport>['body'];

/** The index that keeps an id of a request once. */
const REQUEST_ONCE = 'report_request';

@Injectable()
export class CreateReport {
  constructor(
    private readonly database: Database,
    private readonly queue: ReportQueue,
  ) {}

  /**
   * Of a customer's own organisation; of staff of the one that they filter by, or of all. A request that is sent again with its id is answered with
   * the report that it made. Throws Conflict `idempotency_key_reused` for an id that was sent with another request, and what `admitReport` throws.
   */
  async run({ filters, format, idempotency_key: key }: Body, caller: Caller): Promise<ReportRow> {
    const { account, locale } = caller;
    if (account === null) throw new NotAuthenticated();
    const organisation = caller.staff ? (filters.org ?? null) : caller.organisation;
    // Whose events `me` are is decided now: the file is made later, and other people see its filters.
    const asked = { organisation, reporter: account, format, filters: withOwnId(filters, account.id), key };
    const made = await this.inScope(caller, async (em) => {
      await lockReports(em, organisation);
      const before = await madeBefore(em, asked);
      if (before !== undefined && !before.same) throw new Conflict('idempotency_key_reused');
      if (before !== undefined) return reportOf(em, before.id);
      await admitReport(em, caller, organisation);
      const id = newId();
      await insertReport(em, { ...asked, id, locale, filename: reportFilename(new Date(), format) });
      return reportOf(em, id);
    });
    if (made === undefined) throw new NotFound();
    if (organisation !== null) noteOrganisations(caller, [organisation]);
    await this.queue.addLater(made.id);
    return made;
  }

  /** The id may be of a report that the caller does not see in this scope. */
  private async inScope<T>(caller: Caller, make: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.inScope(scopeOf(caller), make);
    } catch (error) {
      if (isViolationOf(REQUEST_ONCE, error)) throw new Conflict('idempotency_key_reused');
      throw error;
    }
  }
}
