import { LAUNCH_TRIGGERS, OPEN_LAUNCH_STATES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery } from '../../paging.ts';
import { defineRoute, SERVICES } from '../../route.ts';

const number = z.number().int().nonnegative();
/** A page of staff asks every ten seconds, and a crawler that hangs is named meanwhile: the next ask goes to the next process. */
const POLLED_ANSWER_MS = 5_000;

/** A source that is read in units. */
const fleetSource = z.object({
  source_type: z.enum(SOURCE_TYPES),
  /** Units that a running task needs. */
  units: number,
  /** Of these, how many wait for a pass or are in one. */
  backlog: number,
  /** How many of the backlog a crawler works on now. */
  reading: number,
  /** When the first of the backlog was asked for. */
  oldest_wanted: z.iso.datetime().nullable(),
  /** Units whose last try failed; they are tried again. */
  failing: number,
  /** Units that answer and have had nothing new for longer than their habit. */
  silent: number,
  /** Since when the first of them. */
  silent_since: z.iso.datetime().nullable(),
  /**
   * Requests of the last 24 hours, with and without an account, and answers by which the source refused or limited them; null while
   * Redis, which has the counts, does not answer.
   */
  requests: number.nullable(),
  refusals: number.nullable(),
  /** Units that no pass has read whole yet. */
  never_read: number,
  /** The end of the last whole pass of the unit that was read longest ago. */
  oldest_read: z.iso.datetime().nullable(),
});
export type FleetSource = z.output<typeof fleetSource>;

export const listFleetSources = defineRoute({
  method: 'GET',
  path: '/api/control/fleet/sources/',
  service: 'crawler',
  access: 'staff',
  changesState: false,
  summary: 'List the sources that are read in units, with their backlog and freshness',
  answer: z.object({ sources: z.array(fleetSource) }),
  answerMs: POLLED_ANSWER_MS,
  errors: [],
});

/** A launch that has not ended. */
const openLaunch = z.object({
  id: z.uuid(),
  task: z.object({ id: z.uuid(), title: z.string(), is_git_monitoring: z.boolean() }),
  /** `name` is null for the moment between the organisation's creation and the message about it. */
  organisation: z.object({ id: z.uuid(), name: z.string().nullable() }),
  source_type: z.enum(SOURCE_TYPES),
  state: z.enum(OPEN_LAUNCH_STATES),
  trigger: z.enum(LAUNCH_TRIGGERS),
  created: z.iso.datetime(),
  /** When it went to the crawlers. */
  released: z.iso.datetime().nullable(),
  /** The newest report of a crawler. */
  last_activity: z.iso.datetime().nullable(),
});
export type OpenLaunch = z.output<typeof openLaunch>;

export const listOpenLaunches = defineRoute({
  method: 'GET',
  path: '/api/control/fleet/launches/',
  service: 'tasks',
  access: 'staff',
  changesState: false,
  summary: 'List the launches of all organisations that have not ended, the oldest first',
  query: pageQuery.extend({ source_type: z.enum(SOURCE_TYPES).optional() }),
  answer: page(openLaunch),
  errors: [],
});

/** Longest name of a consumer group; they are the services. */
const GROUP_MAX = 100;
const group = z.string().min(1).max(GROUP_MAX);

/** A message that a group could not handle. What it holds is not answered: it may be found leaks. */
const deadLetter = z.object({
  id: z.uuid(),
  group,
  topic: z.string(),
  /** The beginning of the first line of the last error. */
  reason: z.string(),
  attempts: number,
  died: z.iso.datetime(),
});
export type DeadLetterRow = z.output<typeof deadLetter>;

export const listDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/control/fleet/dead_letters/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the messages that a consumer group could not handle, the oldest first',
  query: pageQuery.extend({ group: group.optional() }),
  answer: page(deadLetter).extend({
    /** Every group that consumes, or has dead letters. */
    groups: z.array(group),
  }),
  errors: [],
});

/** Dead letters of one replay by their ids. */
export const REPLAY_MAX = 1000;

export const replayDeadLetters = defineRoute({
  method: 'POST',
  path: '/api/control/fleet/dead_letters/replay/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Deliver dead letters to their group again: those named, or all of the group',
  body: z.object({ group, ids: z.array(z.uuid()).min(1).max(REPLAY_MAX).optional() }),
  // 1,000 ids take 39 KB.
  bodyBytes: 64 * 1024,
  /** `kept`: those of a topic that no process of the group reads, which stay as they are. */
  answer: z.object({ count: number, kept: number }),
  errors: ['not_found'],
});

export const PROCESS_STATES = ['ok', 'failing', 'away'] as const;

/** A process of a service, as the gateway that answers sees it. */
const processHealth = z.object({
  service: z.enum(SERVICES),
  /** From 1, in the order of the addresses in the settings. */
  process: z.number().int().positive(),
  state: z.enum(PROCESS_STATES),
  /** The stores that do not answer it, such as `postgresql`, `redis` and `bus`. */
  failing: z.array(z.string()),
  /** Seconds by which its machine's clock is ahead of its store's, negative when behind; null for 20 s or less. */
  clock_seconds: z.number().int().nullable(),
});
export type ProcessHealth = z.output<typeof processHealth>;

export const fleetHealth = defineRoute({
  method: 'GET',
  path: '/api/control/fleet/health/',
  service: 'gateway',
  access: 'staff',
  changesState: false,
  summary: 'Get whether each process of each service answers, and which of its stores do not',
  answer: z.object({ processes: z.array(processHealth) }),
  errors: [],
});
