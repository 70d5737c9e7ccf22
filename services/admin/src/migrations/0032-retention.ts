import { leaseTable, type MigrationStep } from '@leakwatch/platform';

export const retention: MigrationStep = {
  name: '0032-retention',
  sql: `
    ${leaseTable('admin')}
    create index notification_created on admin.notification (created);
  `,
};
