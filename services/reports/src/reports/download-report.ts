import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { REPORT_TYPES } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, NotFound, noteOrganisations, type ObjectStore, scopeOf } from '@leakwatch/platform';
import { OBJECTS } from '../files/objects.ts';
import { storedFile } from './report.store.ts';

@Injectable()
export class DownloadReport {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  /** Streams the file. Throws NotFound, and Conflict `report_not_ready` without a file. */
  async run(id: string, caller: Caller): Promise<StreamableFile> {
    const stored = await this.database.inScope(scopeOf(caller), (em) => storedFile(em, id));
    if (stored === undefined) throw new NotFound();
    if (stored.organisation_id !== null) noteOrganisations(caller, [stored.organisation_id]);
    const found = stored.object_key === null ? undefined : await this.objects.read(stored.object_key);
    if (found === undefined) throw new Conflict('report_not_ready');
    const disposition = `attachment; filename="${stored.filename}"`;
    return new StreamableFile(found.stream, { type: REPORT_TYPES[stored.format], disposition, length: found.bytes });
  }
}
