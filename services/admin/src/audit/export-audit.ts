import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { AUDIT_EXPORT_MAX, AUDIT_PAGE_MAX, type AuditFilters, BYTES_TYPE } from '@leakwatch/contracts';
import { BOM, type Caller, Database, IDENTITY, STAFF } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { auditLine, CSV_HEAD } from './audit-csv.ts';
import { auditPage } from './audit-search.read-model.ts';
import { recordAudit } from './audit.store.ts';

/** Staff download records of the audit trail. The file is made page by page while it is sent. */
@Injectable()
export class ExportAudit {
  constructor(private readonly database: Database) {}

  /** Leaves a record itself, with the filters; what was searched for is not kept. */
  async run(filters: AuditFilters, caller: Caller, now = new Date()): Promise<StreamableFile> {
    const { text, person: _person, ...rest } = filters;
    const detail = { ...rest, ...(text !== undefined && { text: 'yes' }) };
    await this.database.inScope(IDENTITY, (em) => {
      const entry = { kind: 'audit_exported', account: signedIn(caller).id, organisation: filters.organisation ?? null } as const;
      return recordAudit(em, { ...entry, from: caller, detail });
    });
    const name = `leakwatch-audit-${now.toISOString().slice(0, 10)}.csv`;
    return new StreamableFile(Readable.from(this.lines(filters)), { type: BYTES_TYPE, disposition: `attachment; filename="${name}"` });
  }

  private async *lines(filters: AuditFilters): AsyncGenerator<string> {
    yield BOM + CSV_HEAD;
    let before: string | undefined;
    for (let left = AUDIT_EXPORT_MAX; left > 0; ) {
      const limit = Math.min(left, AUDIT_PAGE_MAX);
      const page = { ...filters, limit, ...(before !== undefined && { before }) };
      const { results, next } = await this.database.inScope(STAFF, (em) => auditPage(em, page));
      yield results.map(auditLine).join('');
      left -= results.length;
      if (next === null) return;
      before = next;
    }
  }
}
