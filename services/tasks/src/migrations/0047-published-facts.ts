import type { MigrationStep } from '@leakwatch/platform';

export const publishedFacts: MigrationStep = {
  name: '0047-published-facts',
  sql: `
    alter table tasks.told_fact rename to published_fact;
    alter index tasks.told_fact_pkey rename to published_fact_pkey;
  `,
};
