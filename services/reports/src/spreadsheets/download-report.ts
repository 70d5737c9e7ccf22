import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { SPREADSHEET_TYPE } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, NotFound, noteOrganisations, type ObjectStore, row, scopeOf, sql } from '@leakwatch/platform';
import { OBJECTS } from './objects.ts';

interface StoredFile {
  readonly organisation_id: string | null;
  readonly filename: string;
  readonly object_key: string | null;
}

@Injectable()
export class DownloadReport {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  /** A piece at a time. Throws NotFound, and Conflict `report_not_ready` without a file. */
  async run(id: string, caller: Caller): Promise<StreamableFile> {
    const stored = await this.database.inScope(scopeOf(caller), (em) =>
      row(em, sql<StoredFile>`select organisation_id, filename, object_key from reports.report where id = ${id}`),
    );
    if (stored === undefined) throw new NotFound();
    if (stored.organisation_id !== null) noteOrganisations(caller, [stored.organisation_id]);
    const found = stored.object_key === null ? undefined : await this.objects.read(stored.object_key);
    if (found === undefined) throw new Conflict('report_not_ready');
    const disposition = `attachment; filename="${stored.filename}"`;
    return new StreamableFile(found.stream, { type: SPREADSHEET_TYPE, disposition, length: found.bytes });
  }
}
