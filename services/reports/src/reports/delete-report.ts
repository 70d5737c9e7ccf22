import { Injectable } from '@nestjs/common';
import { type Caller, Database, NotFound, noteOrganisations, scheduleDeletions, scopeOf } from '@leakwatch/platform';
import { FILE_DELETIONS, SweepFiles } from '../files/sweep-files.ts';
import { removeReport } from './report.store.ts';

@Injectable()
export class DeleteReport {
  constructor(
    private readonly database: Database,
    private readonly sweep: SweepFiles,
  ) {}

  /** In whatever state it is: a worker that makes it notices at its next page. Throws NotFound. */
  async run(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(scopeOf(caller), async (em) => {
      const removed = await removeReport(em, id);
      if (removed === undefined) throw new NotFound();
      if (removed.organisation_id !== null) noteOrganisations(caller, [removed.organisation_id]);
      if (removed.object_key !== null) await scheduleDeletions(em, FILE_DELETIONS, [removed.object_key], 0);
    });
    await this.sweep.now();
  }
}
