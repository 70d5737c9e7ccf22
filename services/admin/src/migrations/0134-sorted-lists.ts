import type { MigrationStep } from '@leakwatch/platform';

/** The first page of each sort of staff's lists is read by an index instead of sorting all rows. Names and e-mails have unique indexes. */
export const sortedLists: MigrationStep = {
  name: '0134-sorted-lists',
  sql: `
    create index account_by_username on admin.account (lower(username), id);
    create index account_by_created on admin.account (created, id);
    create index organisation_by_end on admin.organisation (expires_at, id) where deleted_at is null;
    create index proxy_by_check on admin.proxy (last_check nulls first, id);
    create index service_account_by_login on admin.service_account (lower(login), id);
    create index service_account_by_use on admin.service_account (last_used nulls first, id);
    create index keyword_set_by_created on admin.keyword_set (created, id);
    create index tariff_by_tasks on admin.tariff (type, task_limit, id);
    create index tariff_by_patterns on admin.tariff (type, pattern_limit, id);
    create index tariff_by_patterns_of_task on admin.tariff (type, patterns_per_task_limit, id);
    create index tariff_by_months on admin.tariff (type, time_limit_total_months, id);
    create index tariff_by_launches on admin.tariff (type, launch_limit nulls first, id);
    create index tariff_by_days on admin.tariff (type, time_limit_per_launch nulls first, id);
  `,
};
