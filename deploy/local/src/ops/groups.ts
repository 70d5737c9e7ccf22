import { CannotStart } from '../cannot-start.ts';

/** Services that consume; each is a group of its name. */
export const GROUPS: readonly string[] = ['tasks', 'crawler', 'events', 'reports'];

/** The group named, or all when none is. */
export function groupsOf(name: string | undefined): readonly string[] {
  if (name === undefined) return GROUPS;
  if (!GROUPS.includes(name)) throw new CannotStart(`There is no group ${name}: it is one of ${GROUPS.join(', ')}.`);
  return [name];
}
