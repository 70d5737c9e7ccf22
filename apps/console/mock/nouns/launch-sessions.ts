import { currentLimits, startSession, stopSession } from '@leakwatch/contracts';
import { ORGANISATION } from '../data/tasks.ts';
import { handle } from '../handle.ts';
import { Refusal } from '../replies.ts';
import type { MockLaunches, World } from '../world.ts';

const DAY_MS = 86_400_000;
const TASKS = 10;
const PATTERNS = 500;

/** Gives the world a tariff that counts launches. */
export function countLaunches(world: World, launches: Partial<MockLaunches> = {}): MockLaunches {
  const made = { limit: 5, days: 3, used: 1, endTime: null, ...launches };
  world.launches = made;
  world.organisation = {
    ...ORGANISATION,
    tariff_type: 'count_launch',
    tariff: { ...ORGANISATION.tariff, launch_limit: made.limit, time_limit_per_launch: made.days },
  };
  if (made.endTime === null) world.tasks = world.tasks.map((task) => ({ ...task, status: false }));
  return made;
}

export const HANDLERS = [
  handle(currentLimits, ({ world }) => {
    const used = world.tasks.filter((task) => task.status).length;
    const { launches } = world;
    const endTime = launches?.endTime ?? null;
    return {
      task_limit: TASKS,
      tasks_used: used,
      tasks_left: TASKS - used,
      pattern_limit: PATTERNS,
      patterns_used: 61,
      patterns_left: PATTERNS - 61,
      patterns_per_task_limit: 40,
      pattern_count: 61,
      task_count: used,
      patterns_per_task: Object.fromEntries(world.tasks.map((task) => [task.id, task.pattern_count])),
      launch_count: launches?.used ?? 0,
      launch_limit: launches?.limit ?? null,
      launches_left: launches === null ? null : launches.limit - launches.used,
      time_limit_per_launch: launches?.days ?? null,
      time_limit_at: null,
      active_sessions: {
        count: endTime === null ? 0 : 1,
        end_time: endTime === null ? null : new Date(endTime).toISOString(),
        timeout: endTime !== null && Date.now() >= endTime,
      },
    };
  }),
  handle(startSession, ({ world, body: { taskIds: ids } }) => {
    const { launches } = world;
    if (launches === null) throw new Refusal(409, 'session_not_in_tariff');
    const used = launches.endTime === null;
    if (used && launches.used >= launches.limit) throw new Refusal(409, 'launch_limit_reached');
    launches.used += used ? 1 : 0;
    launches.endTime ??= Date.now() + launches.days * DAY_MS;
    world.tasks = world.tasks.map((task) => (ids.includes(task.id) ? { ...task, status: true } : task));
    return { started: ids.length, launch_used: used, end_time: new Date(launches.endTime).toISOString() };
  }),
  handle(stopSession, ({ world }) => {
    if (world.launches === null || world.launches.endTime === null) throw new Refusal(409, 'session_missing');
    world.launches.endTime = null;
    const stopped = world.tasks.filter((task) => task.status).length;
    world.tasks = world.tasks.map((task) => ({ ...task, status: false }));
    return { message: 'session_stopped' as const, stopped };
  }),
];
