import type { Bus } from '@leakwatch/platform';
import { CannotStart } from '../cannot-start.ts';

/** The named consumer group, or all groups. */
export async function groupsOf(bus: Bus, name: string | undefined): Promise<readonly string[]> {
  const groups = await bus.groups();
  if (name === undefined) return groups;
  if (!groups.includes(name)) throw new CannotStart(`There is no group ${name}: it is one of ${groups.join(', ')}.`);
  return [name];
}
