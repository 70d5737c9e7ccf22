import { defineEntity, p } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import type { AuditChange } from './audit-changes.domain.ts';

/** The audit trail. The service adds and reads records; it cannot change or delete them. */
export const AuditEntity = defineEntity({
  name: 'Audit',
  tableName: 'audit',
  schema: 'admin',
  properties: {
    id: p.bigint('string').primary().autoincrement().columnType('bigint'),
    kind: p.text().$type<AuditKind>(),
    /** The account that the record is about; null for a sign-in that named none. */
    account_id: p.uuid().nullable(),
    /** The account's organisation at that time, or the organisation that staff accessed. */
    organisation_id: p.uuid().nullable(),
    /** Who did it; null where nobody was signed in. */
    actor_id: p.uuid().nullable(),
    ip: p.text(),
    user_agent: p.text(),
    detail: p.json<Readonly<Record<string, string>>>().defaultRaw("'{}'"),
    /** What staff changed of an object. */
    changes: p.json<readonly AuditChange[]>().defaultRaw("'[]'"),
    created: p.datetime().defaultRaw('now()'),
  },
});
