import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { RepositoryStatus } from '@leakwatch/vocabulary';

export const RepositoryEntity = defineEntity({
  name: 'Repository',
  tableName: 'repository',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    task_id: p.uuid(),
    organisation_id: p.uuid(),
    position: p.integer(),
    title: p.text(),
    url: p.text(),
    default_branch: p.text(),
    remote_source: p.text(),
    /** Without credentials. */
    address: p.text(),
    /** As people see it: credentials are replaced by a mask. */
    masked: p.text(),
    /** Encrypted. */
    credentials: p.blob().strictNullable(),
    credential_scope: p.text().default(''),
    status: p.text().$type<RepositoryStatus>().default('created'),
    error_code: p.text().strictNullable(),
    last_indexed: p.datetime().strictNullable(),
    blobs_total: p.integer().default(0),
    blobs_scanned: p.integer().default(0),
    blobs_unread: p.integer().default(0),
    blobs_unchecked: p.integer().default(0),
    /** Added to a confirmed task: staff have not confirmed it yet. */
    waiting: p.boolean().default(false),
  },
});
export type Repository = InferEntity<typeof RepositoryEntity>;
