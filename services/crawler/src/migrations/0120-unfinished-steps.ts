import type { MigrationStep } from '@leakwatch/platform';

/** A unit that ends its crawler every time is given up, as launches of git are (docs/decisions/0115). */
export const unfinishedSteps: MigrationStep = {
  name: '0120-unfinished-steps',
  sql: `
    -- Leases in a row that neither ended nor wrote anything.
    alter table crawler.unit add column unfinished int not null default 0;
  `,
};
