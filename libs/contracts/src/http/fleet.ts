import { LAUNCH_TRIGGERS, OPEN_LAUNCH_STATES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';

const number = z.number().int().nonnegative();

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
