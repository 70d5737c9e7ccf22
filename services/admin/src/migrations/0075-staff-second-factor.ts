import type { MigrationStep } from '@leakwatch/platform';

/** Sessions and tokens of staff from before the second factor became mandatory for them end, where none is set up. */
export const staffSecondFactor: MigrationStep = {
  name: '0075-staff-second-factor',
  sql: `
    update admin.account a set epoch = a.epoch + 1
    where a.staff and not exists (select from admin.second_factor f where f.account_id = a.id and f.active);
  `,
};
