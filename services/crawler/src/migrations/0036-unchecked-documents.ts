import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Documents against which expressions of a task were too expensive to be matched (docs/behaviour/patterns.md). */
export const uncheckedDocuments: MigrationStep = {
  name: '0036-unchecked-documents',
  sql: `
    create table crawler.unchecked_document (
      mirror_id uuid not null references crawler.mirror,
      task_id uuid not null,
      ordinal bigint not null,
      organisation_id uuid not null,
      -- Empty where there were more than are listed.
      pattern_ids text[] not null,
      primary key (mirror_id, task_id, ordinal)
    );
    ${organisationPolicies('crawler.unchecked_document')}
  `,
};
