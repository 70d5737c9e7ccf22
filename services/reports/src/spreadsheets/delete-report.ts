import { Injectable } from '@nestjs/common';
import { type Caller, Database, NotFound, noteOrganisations, row, scopeOf, sql } from '@leakwatch/platform';
import { doomObject } from './doomed-object.store.ts';
import { SweepObjects } from './sweep-objects.ts';

@Injectable()
export class DeleteReport {
  constructor(
    private readonly database: Database,
    private readonly sweep: SweepObjects,
  ) {}

  /** In whatever state it is: a worker that makes it notices at its next page. Throws NotFound. */
  async run(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(scopeOf(caller), async (em) => {
      const gone = await row(
        em,
        sql<{ organisation_id: string | null; object_key: string | null }>`
          delete from reports.report where id = ${id} returning organisation_id, object_key`,
      );
      if (gone === undefined) throw new NotFound();
      if (gone.organisation_id !== null) noteOrganisations(caller, [gone.organisation_id]);
      if (gone.object_key !== null) await doomObject(em, gone.object_key, 0);
    });
    await this.sweep.soon();
  }
}
