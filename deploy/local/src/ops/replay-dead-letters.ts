import { CannotStart } from '../cannot-start.ts';
import type { OpsCommand } from './command.ts';
import { groupsOf } from './groups.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const replayDeadLetters: OpsCommand['run'] = async ({ bus, say }, [group, ...ids]) => {
  if (group === undefined) throw new CannotStart('Name the group: npm run ops -- replay-dead-letters <group> [id ...]');
  const wrong = ids.find((id) => !UUID.test(id));
  if (wrong !== undefined)
    throw new CannotStart(`${wrong} is no id of a dead letter; list them with: npm run ops -- dead-letters ${group}`);
  const [name = group] = await groupsOf(bus, group);
  const count = await bus.replay(name, ids.length === 0 ? undefined : ids);
  say(`${count} dead letters of ${name} are delivered again.`);
};
