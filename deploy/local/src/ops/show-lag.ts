import type { OpsCommand } from './command.ts';
import { groupsOf } from './groups.ts';

export const showLag: OpsCommand['run'] = async ({ bus, say }, [group]) => {
  for (const name of await groupsOf(bus, group)) say(`${name}  ${await bus.lag(name)}`);
};
