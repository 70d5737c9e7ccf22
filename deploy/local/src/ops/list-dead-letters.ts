import type { OpsCommand } from './command.ts';
import { groupsOf } from './groups.ts';

/** Prints one line for each. Payloads are not shown, because they hold found leaks. */
export const listDeadLetters: OpsCommand['run'] = async ({ bus, say }, [group]) => {
  let count = 0;
  for (const name of await groupsOf(bus, group))
    for (const dead of await bus.deadLetters(name)) {
      count += 1;
      say(`${name}  ${dead.id}  ${dead.topic}  ${dead.attempts} tries  ${dead.reason.split('\n')[0]}`);
    }
  say(count === 0 ? 'No dead letters.' : `${count} dead letters; replay them with: npm run ops -- replay-dead-letters <group>`);
};
