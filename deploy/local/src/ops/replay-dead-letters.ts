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
  const { replayed, kept } = await bus.replay(name, ids.length === 0 ? undefined : ids);
  if (replayed > 0 || kept === 0) say(`${replayed} dead letters of ${name} are delivered again.`);
  if (kept > 0)
    throw new CannotStart(
      `${kept} dead letters of ${name} stay: no process of ${name} reads their topics now. Start it, or leave them where it no longer reads them.`,
    );
};
