import type { MigrationStep } from '@leakwatch/platform';

/** Which version of the sealing key each object of kept content was sealed with. */
export const contentKeys: MigrationStep = {
  name: '0105-content-keys',
  sql: `alter table events.evidence add column key_version int not null default 1;`,
};
