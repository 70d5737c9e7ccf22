import type { MigrationStep } from '@leakwatch/platform';

/** Old and new values of what staff changed, and the indexes of the search: each filter alone finds a page by its index. */
export const auditSearch: MigrationStep = {
  name: '0076-audit-search',
  sql: `
    alter table admin.audit add column changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array');
    create index audit_of_actor on admin.audit (actor_id, id desc);
    create index audit_of_kind on admin.audit (kind, id desc);
    create index audit_by_time on admin.audit (created);
  `,
};
