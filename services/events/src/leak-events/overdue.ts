import { UNSOLVED_STATUSES } from '@leakwatch/vocabulary';

const UNSOLVED = UNSOLVED_STATUSES.map((status) => `'${status}'`).join(', ');

/** The condition, in SQL, under which `events.event e` is overdue. Days end at midnight UTC for everybody. */
export const OVERDUE = `(e.due_date < (now() at time zone 'UTC')::date and e.status in (${UNSOLVED}))`;
