import {
  fleetHealth,
  listDeadLetters,
  listFleetSources,
  listOpenLaunches,
  type ProcessHealth,
  replayDeadLetters,
  SERVICES,
} from '@leakwatch/contracts';
import { OPEN_LAUNCH_STATES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../mock/ids.ts';
import { notFound, pageOf } from '../../../mock/replies.ts';

/** No service reads it. */
export const UNREAD_TOPIC = 'retired.v1';
const GROUPS = ['admin', 'crawler', 'events', 'reports', 'tasks'];

const READY = SERVICES.map((service): ProcessHealth => ({ service, process: 1, state: 'ok', failing: [], clock_seconds: null }));
const TROUBLED: ProcessHealth[] = [
  ...READY.map((one): ProcessHealth => {
    if (one.service === 'tasks') return { ...one, state: 'failing', failing: ['postgresql', 'bus'] };
    return one.service === 'events' ? { ...one, clock_seconds: -312 } : one;
  }),
  { service: 'crawler', process: 2, state: 'away', failing: [], clock_seconds: null },
];

export const HANDLERS = [
  handle(listDeadLetters, ({ world, query }) => {
    const all = world.deadLetters.filter(({ group }) => query.group === undefined || group === query.group);
    return { ...pageOf(all, query), groups: GROUPS };
  }),
  handle(
    replayDeadLetters,
    ({ world, body }) => {
      if (!GROUPS.includes(body.group)) throw notFound();
      const chosen = world.deadLetters.filter(({ group, id }) => group === body.group && body.ids?.includes(id) !== false);
      const replayed = new Set(chosen.filter(({ topic }) => topic !== UNREAD_TOPIC));
      world.deadLetters = world.deadLetters.filter((letter) => !replayed.has(letter));
      return { count: replayed.size, kept: chosen.length - replayed.size };
    },
    { body: { group: 'events' } },
  ),
  handle(fleetHealth, ({ world }) => ({ processes: world.scenario === 'full' ? TROUBLED : READY })),
  handle(listFleetSources, ({ world }) => ({
    sources: SOURCE_TYPES.map((source_type, at) => {
      const units = world.scenario === 'full' ? 1_200 >> at : 0;
      const backlog = units >> 3;
      return {
        ...{ source_type, units, backlog, reading: backlog >> 2, failing: units > 0 && at === 1 ? 3 : 0, never_read: units >> 5 },
        silent: units > 0 && at === 2 ? 1 : 0,
        silent_since: units > 0 && at === 2 ? minutesAgo(4000) : null,
        requests: at === 3 ? null : units * 7,
        refusals: at === 3 ? null : units > 0 && at === 1 ? 4 : 0,
        oldest_wanted: backlog === 0 ? null : minutesAgo(4 + at),
        oldest_read: units === 0 ? null : minutesAgo(30 * (at + 1)),
      };
    }),
  })),
  handle(listOpenLaunches, ({ world, query }) => {
    const running = world.tasks.filter(({ status }) => status);
    const all = running.flatMap(({ id, title, git_repository_observer: observer }, at) =>
      OPEN_LAUNCH_STATES.map((state, step) => ({
        ...{ id: mockId(52, at * 3 + step), state, trigger: step === 0 ? ('schedule' as const) : ('start' as const) },
        task: { id, title, is_git_monitoring: observer !== null },
        organisation: { id: world.organisations[0]?.id ?? mockId(8, 1), name: world.organisations[0]?.name ?? null },
        source_type: observer === null ? ('github' as const) : ('git_repo' as const),
        created: minutesAgo(90 - at),
        released: state === 'waiting' ? null : minutesAgo(60 - at),
        last_activity: state === 'waiting' ? null : minutesAgo(2),
      })),
    );
    return pageOf(
      all.filter(({ source_type }) => query.source_type === undefined || source_type === query.source_type),
      query,
    );
  }),
];
