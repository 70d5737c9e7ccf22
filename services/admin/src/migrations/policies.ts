import { identityPolicy } from '@leakwatch/platform';

/** Row-level security policies of a table that no organisation reads: only identity and the scheduler do. */
export const identityAndScheduler = (table: string) => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy scheduler_rows on ${table} using (current_setting('leakwatch.scope', true) = 'scheduler');
  ${identityPolicy(table)}
`;

/** Row-level security policies of a table that staff edit and services use, and no organisation reads. */
export const staffAndScheduler = (table: string) => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy staff_rows on ${table} using (current_setting('leakwatch.scope', true) = 'staff');
  create policy scheduler_rows on ${table} using (current_setting('leakwatch.scope', true) = 'scheduler');
`;
