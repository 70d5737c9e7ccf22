import type { MigrationStep } from '@leakwatch/platform';

export const countLaunch: MigrationStep = {
  name: '0015-count-launch',
  sql: `
    alter table admin.tariff add column launch_limit int check (launch_limit > 0);
    -- In days.
    alter table admin.tariff add column time_limit_per_launch int check (time_limit_per_launch > 0);
    alter table admin.tariff add constraint launches_of_their_type
      check ((type = 'count_launch') = (launch_limit is not null) and (launch_limit is null) = (time_limit_per_launch is null));
  `,
};
