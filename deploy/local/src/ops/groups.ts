import { CannotStart } from '../cannot-start.ts';

/** Services that consume messages; each is a consumer group with its name. */
export const GROUPS: readonly string[] = ['tasks', 'crawler', 'events', 'reports'];

/** The named group, or all groups. */
export function groupsOf(name: string | undefined): readonly string[] {
  if (name === undefined) return GROUPS;
  if (!GROUPS.includes(name)) throw new CannotStart(`There is no group ${name}: it is one of ${GROUPS.join(', ')}.`);
  return [name];
}
