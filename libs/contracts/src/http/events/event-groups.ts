import { EVENT_STATUSES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/**
 * What the events of one row of the list have in common. `place`: source, container, path and line. `secret`: the secret that the title names;
 * events without one are grouped by place.
 */
export const EVENT_GROUPS = ['place', 'secret'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];
export const eventGroup = z.enum(EVENT_GROUPS).optional();

/** Events of one row that an answer lists: as many as one change can name. */
export const GROUP_EVENTS_MAX = 1_000;
/** Events of all rows of a page that an answer lists, so that a long page of large rows stays within some megabytes. */
export const GROUP_EVENTS_OF_PAGE = 50_000;
/** Lists of more events do not say how many rows they have: to count the rows takes reading all the events. */
export const ROWS_COUNTED_MAX = 5_000;

/** An event of a row, with what distinguishes it from the others. */
export const groupedEvent = z.object({
  id: z.uuid(),
  status: z.enum(EVENT_STATUSES),
  owner_status: z.boolean(),
  pattern: z.string(),
  task_name: z.string(),
  source_type: z.enum(SOURCE_TYPES),
  repo_name: z.string(),
  file_path: z.string(),
  line: z.number().int(),
});
export type GroupedEvent = z.output<typeof groupedEvent>;

/** What a row of the list stands for, beside the event that it shows. */
export const groupedRow = z.object({
  /** Events that match the filters, that of the row among them. */
  count: z.number().int(),
  /** Different places among them. */
  places: z.number().int(),
  last_seen: z.iso.datetime(),
  /** The event of the row first, then in the order of the list; at most GROUP_EVENTS_MAX, fewer on long pages. */
  events: z.array(groupedEvent).min(1),
});
export type GroupedRow = z.output<typeof groupedRow>;
