import type { MigrationStep } from '@leakwatch/platform';

/** The caller's id of the request that made a report: sent again, it makes no second one (docs/decisions/0202). */
export const reportsSentAgain: MigrationStep = {
  name: '0202-reports-sent-again',
  sql: `
    alter table reports.report add column request_key uuid;
    create unique index report_request on reports.report (reporter_id, request_key) where request_key is not null;
  `,
};
