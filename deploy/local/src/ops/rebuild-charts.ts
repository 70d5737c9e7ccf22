import { rebuildCharts as route } from '@leakwatch/contracts';
import { CannotStart } from '../cannot-start.ts';
import { Refused } from '../demo/console-client.ts';
import { signInAsStaff } from '../demo/staff-client.ts';
import type { OpsCommand } from './command.ts';

/** Events between two lines of progress. */
const PROGRESS_EVERY = 50_000;

/** Rebuilds the charts as the installation's first staff account. When it is stopped half-way, nothing has changed. */
export const rebuildCharts: OpsCommand['run'] = async ({ say, staff }) => {
  try {
    const client = await signInAsStaff(staff());
    let at = route.answer.parse(await client.post(route.path));
    let events = at.events;
    let reported = 0;
    while (!at.done) {
      if (events - reported >= PROGRESS_EVERY) {
        reported = events;
        say(`${events} events read`);
      }
      at = route.answer.parse(await client.post(route.path, { rebuild: at.rebuild, after: at.after }));
      events += at.events;
    }
    say(`The charts count ${events} events again.`);
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(`Refused: ${error.code}`);
    throw error;
  }
};
