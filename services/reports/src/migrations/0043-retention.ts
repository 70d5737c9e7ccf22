import { leaseTable, type MigrationStep } from '@leakwatch/platform';

export const retention: MigrationStep = {
  name: '0043-retention',
  sql: `
    ${leaseTable('reports')}
    create index report_deleted on reports.report (touched) where status = 'deleted';
  `,
};
