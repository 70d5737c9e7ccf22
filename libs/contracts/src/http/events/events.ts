import { CLOSE_REASON_CODES, EVENT_STATUSES, SEVERITIES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { moment } from '../../moment.ts';
import { eventComment } from './comments.ts';
import { eventGroup, groupedRow } from './event-groups.ts';
import { flag, idParams, page, pageQuery } from '../../paging.ts';
import { recheckAnswer } from './recheck.ts';
import { defineRoute } from '../../route.ts';

/** Longest value of a filter; values of events that are longer cannot be chosen. */
export const FILTER_TEXT_MAX = 300;
/** Shortest text that is searched for in the content: fewer letters would match most events. */
export const CONTENT_FILTER_MIN = 3;

const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(100).optional());

const filterText = z.string().max(FILTER_TEXT_MAX);

/** Similar events that a row counts: a secret that is everywhere must not slow the list down. */
export const SIMILAR_COUNT_MAX = 100;
/** Similar events that are listed, filtered by and changed together for each reason. */
export const SIMILAR_MAX = 1000;
/** Why an event is listed beside another one. */
export const SIMILAR_REASONS = ['same_secret', 'near_text', 'same_file'] as const;

/** The list's status filter: a status, `all`, or the group `closed`. */
export const STATUS_FILTERS = [...EVENT_STATUSES, 'all', 'closed'] as const;

/** The list's severity filter. */
export const SEVERITY_FILTERS = [...SEVERITIES, 'none'] as const;
export type SeverityFilter = (typeof SEVERITY_FILTERS)[number];
/** In the filter by assignee: the caller, and unassigned events. */
export const ASSIGNEE_WORDS = ['me', 'none'] as const;
/** The list's filter by the reason for closing; `none`: no reason was given. */
export const REASON_FILTERS = [...CLOSE_REASON_CODES, 'none'] as const;
export type ReasonFilter = (typeof REASON_FILTERS)[number];
/** `overdue`: the due date is over and the event is open or in progress. */
export const DUE_FILTERS = ['overdue'] as const;

export const foundToken = z.object({
  id: z.uuid(),
  /** English for a detector of Leakwatch, whose id is `detector`; the console has the names in each language. */
  name: z.string(),
  hint: z.string(),
  regex: z.string(),
  detector: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  /** Different values in the text. */
  count: z.number().int(),
  /** The first of them, masked. */
  masked: z.array(z.string()),
});
export type FoundTokenRow = z.output<typeof foundToken>;

export const eventRow = z.object({
  id: z.uuid(),
  status: z.enum(EVENT_STATUSES),
  owner_status: z.boolean(),
  same_file: z.boolean(),
  /** It was fixed, found again in a new version of the document, and opened for that. */
  came_back: z.boolean(),
  /** It was found in kept content, for a pattern that was added later. */
  from_archive: z.boolean(),
  /** Similar events that are not of the same file, at most SIMILAR_COUNT_MAX. */
  sim_count: z.number().int(),
  /** A similar event, of the same file or not, that was marked as false; null when there is none. */
  similar_to_false: z.uuid().nullable(),
  source_type: z.enum(SOURCE_TYPES),
  pattern: z.string(),
  filter_keywords: z.array(z.string()),
  task: z.uuid(),
  task_name: z.string(),
  created: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  repo_name: z.string(),
  repo_url: z.string(),
  file_url: z.string(),
  file_path: z.string(),
  file_lang: z.string(),
  /** HTML from the events service: escaped text with <mark>, its secrets masked; no text of the document is markup. */
  file_content: z.string(),
  /** Separate parts of the document: the line of `file_content` (from 0) on which each begins, and its line number in the document. */
  segments: z.array(z.object({ index: z.number().int(), line: z.number().int() })),
  line: z.number().int(),
  commit: z.string().nullable(),
  commit_author: z.string().nullable(),
  commit_date: z.iso.datetime().nullable(),
  status_changes: z.record(z.string(), z.object({ actor: z.string(), new_status: z.enum(EVENT_STATUSES) })),
  /** The first COMMENTS_SHOWN; the others are listed by `GET /api/comments/`. */
  comments: z.array(eventComment),
  comments_count: z.number().int(),
  /** What the detectors and the templates of staff found in the text, the worst first. */
  regex_tokens_found: z.array(foundToken),
  /** The worst of what was found; null where nothing was. */
  severity: z.enum(SEVERITIES).nullable(),
  /** Whether the event can be looked for at its public address again, and what was found there last. */
  recheck: z.object({ offered: z.boolean(), last: recheckAnswer.nullable() }),
  /** The member of the organisation who works on it; null when unassigned. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** YYYY-MM-DD, the last day. */
  due_date: z.iso.date().nullable(),
  /** The due date is over, in UTC, and the event is open or in progress. */
  overdue: z.boolean(),
  /** Why it was closed; null for one that is not, and where no reason was given. */
  reason: z.enum(CLOSE_REASON_CODES).nullable(),
  backup_storage_status: z.enum(['in_storage', 'download_scheduled', 'expired', 'not_found']),
});
export type EventRow = z.output<typeof eventRow>;

/** Filters of the list of events, of reports and of changes of many events. A filter that is added here applies to all. */
export const eventFilters = z.object({
  status: oneOrMany(z.enum(STATUS_FILTERS)),
  task: z.uuid().optional(),
  org: z.uuid().optional(),
  source_type: oneOrMany(z.enum(SOURCE_TYPES)),
  pattern: oneOrMany(filterText),
  /** A part of the text around the matches, letter case ignored. */
  file_content: z.string().min(CONTENT_FILTER_MIN).max(FILTER_TEXT_MAX).optional(),
  file_lang: oneOrMany(filterText),
  /** The owner of what leaked; `repo_owner` is another spelling on the wire. */
  username: oneOrMany(filterText),
  repo_owner: oneOrMany(filterText),
  /** A part of the owner's name, letter case ignored. */
  username_part: z.string().min(1).max(FILTER_TEXT_MAX).optional(),
  /** A part of the path in the repository, letter case ignored. */
  path_part: z.string().min(1).max(FILTER_TEXT_MAX).optional(),
  repo_name: oneOrMany(filterText),
  /** Ids of regex templates, those of Leakwatch's detectors among them. */
  regex_tokens_found: oneOrMany(z.uuid()),
  /** `none`: nothing was found in the event that has a severity. */
  severity: oneOrMany(z.enum(SEVERITY_FILTERS)),
  /** Who committed what leaked; the owner where there is no commit. */
  author: oneOrMany(filterText),
  id: z.uuid().optional(),
  /** The events that are similar to this one, without it and others of its file. */
  similar_to: z.uuid().optional(),
  assignee: oneOrMany(z.union([z.uuid(), z.enum(ASSIGNEE_WORDS)])),
  due: z.enum(DUE_FILTERS).optional(),
  reason: oneOrMany(z.enum(REASON_FILTERS)),
  start_datetime: moment.optional(),
  end_datetime: moment.optional(),
  /** Events that are fixed, by when they were, both ends included. */
  fixed_start: moment.optional(),
  fixed_end: moment.optional(),
});
export type EventFilters = z.output<typeof eventFilters>;

/** What no account has as its id. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** The filters with the caller's id in place of `me`: what is kept or passed on must not depend on who reads it. */
export function withOwnId<T extends Pick<EventFilters, 'assignee'>>(filters: T, account: string | null): T {
  const { assignee } = filters;
  return assignee === undefined ? filters : { ...filters, assignee: assignee.map((one) => (one === 'me' ? (account ?? NO_ACCOUNT) : one)) };
}

/** `created`: newest first. `severity`: the worst first, those without one last, each newest first. */
export const EVENT_SORTS = ['created', 'severity'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];
export const eventSort = z.enum(EVENT_SORTS).optional();

/** Longer than any cursor that the service makes. */
const CURSOR_MAX = 1_000;

export const listEvents = defineRoute({
  method: 'GET',
  path: '/api/events/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List events, newest first, or by severity',
  /** cursor: `next_cursor` of the page before, with the same filters and order; the offset is then left out. */
  /** group: what one row stands for; without it each event is a row. Limit, offset and cursor are of rows. */
  query: pageQuery.extend({ ...eventFilters.shape, sort: eventSort, group: eventGroup, cursor: z.string().max(CURSOR_MAX).optional() }),
  /** `count` is of events. With a cursor the numbers are those of the first page. */
  answer: page(eventRow).extend({
    auto_filtered: z.number().int(),
    /** How many rows there are; null in a list of more than ROWS_COUNTED_MAX events that are grouped. */
    rows: z.number().int().nullable(),
    /** What each of the results stands for; null without `group`. */
    groups: z.array(groupedRow).nullable(),
    /** Where the next page begins, whatever is added meanwhile; null after the last one. */
    next_cursor: z.string().nullable(),
  }),
  errors: ['cursor_invalid'],
});

export const listSameFile = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/same_file/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List other events of the same file',
  params: idParams,
  answer: z.array(eventRow),
  errors: [],
});

export const similarEvent = eventRow.extend({
  reasons: z.array(z.enum(SIMILAR_REASONS)).min(1),
  /** How near the texts are, up to 1 for the same text; null where they are not near. */
  resemblance: z.number().min(0).max(1).nullable(),
});
export type SimilarEvent = z.output<typeof similarEvent>;

export const listSimilar = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/similar/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List events with the same secret or nearly the same text in other places, the same secret and the nearest text first',
  params: idParams,
  /** same_file: whether the other events of the same file are listed too. */
  query: pageQuery.extend({ same_file: flag.optional() }),
  answer: page(similarEvent),
  errors: [],
});

export const internalEventCounts = defineRoute({
  method: 'GET',
  path: '/internal/counts/events/',
  service: 'events',
  access: 'service',
  changesState: false,
  summary: "Count the caller's open events and blacklist rules",
  answer: z.object({ events: z.number().int(), rules: z.number().int() }),
  errors: [],
});

/** Events of one page of the snapshot. */
export const SNAPSHOT_PAGE = 5_000;

/** The facts of an event that the reports service counts, without content, for a rebuild of its counts. */
export const internalEventSnapshot = defineRoute({
  method: 'GET',
  path: '/internal/events/snapshot/',
  service: 'events',
  access: 'service',
  changesState: false,
  summary: 'List visible events by id, one page for each call',
  query: z.object({ after: z.uuid().optional() }),
  answer: z.object({
    events: z.array(
      z.object({
        event_id: z.uuid(),
        organisation_id: z.uuid(),
        task_id: z.uuid(),
        source_type: z.enum(SOURCE_TYPES),
        pattern: z.string(),
        created: z.iso.datetime(),
      }),
    ),
    /** The last id of a full page, after which the next one begins; null at the end. */
    next: z.uuid().nullable(),
  }),
  errors: [],
});
export type CountedEvent = z.output<typeof internalEventSnapshot.answer>['events'][number];
