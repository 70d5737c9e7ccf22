import { migrations as admin } from '@leakwatch/admin/migrations';
import { migrations as crawler } from '@leakwatch/crawler/migrations';
import { migrations as events } from '@leakwatch/events/migrations';
import { describe, expect, test } from '@jest/globals';
import { migrations as reports } from '@leakwatch/reports/migrations';
import { migrations as tasks } from '@leakwatch/tasks/migrations';

// The owner of a database may be no superuser: the policies of row-level security bind it, and a statement without a scope silently reaches no row.

/** Steps that were released before this rule. Most of them change tables that have no policies, or write within triggers. */
const EARLIER = [
  'admin/0055-organisations',
  'admin/0063-confirmed-chats',
  'admin/0075-staff-second-factor',
  'admin/0098-edit-versions',
  'crawler/0051-units',
  'crawler/0176-interrupted-documents',
  'events/0059-detectors',
  'reports/0040-counted-events',
  'tasks/0002-sessions',
  'tasks/0058-channels-of-tasks',
  'tasks/0131-emptied-organisations',
];
const CHANGE = /\b(?:update|insert into|delete from) [a-z_]+\.[a-z_]+/;
const SCOPE = `set_config('leakwatch.scope',`;

describe('migrations that change rows', () => {
  test.each([admin, tasks, crawler, events, reports])('$service: each says in whose scope', ({ service, steps }) => {
    const silent = steps.filter(({ sql }) => CHANGE.test(sql) && !sql.includes(SCOPE)).map(({ name }) => `${service}/${name}`);
    expect(silent.filter((name) => !EARLIER.includes(name))).toEqual([]);
  });
});
