import { BLACKLIST_SOURCES, BLOCK_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams, page, pageQuery } from '../../paging.ts';
import { defineRoute, LONG_ANSWER_MS } from '../../route.ts';
import { sentWithId } from './status-changes.ts';

/** Longer than any valid name, so that libs/rules reports which field is too long. */
const NAME_BOUND = 1000;

/** Maximum number of events of one call: the change and its undo end well within the gateway's time limit. */
export const BLACKLISTED_AT_ONCE = 100_000;

/** A blacklist rule on the wire. `company` is the organisation's id; `org` is the same, for staff only. */
export const blacklistRule = z.object({
  id: z.uuid(),
  company: z.uuid(),
  rule_owner: z.string(),
  rule_repo: z.string(),
  block_type: z.enum(BLOCK_TYPES),
  source_type: z.enum(BLACKLIST_SOURCES),
  /** null: for every task of the organisation. */
  task: z.uuid().nullable(),
  /** The title of the task; null also when the task is unknown or deleted. */
  task_name: z.string().nullable(),
  /** The event from which it was created. */
  event: z.uuid().nullable(),
  author: z.string(),
  global_state: z.boolean(),
  update_at: z.iso.datetime(),
  org: z.uuid().optional(),
});
export type BlacklistRuleRow = z.output<typeof blacklistRule>;

const ruleBody = z.object({
  rule_owner: z.string().max(NAME_BOUND).default(''),
  rule_repo: z.string().max(NAME_BOUND).default(''),
  /** Any source, so that a source without a blacklist gets an error of its own. */
  source_type: z.enum(SOURCE_TYPES),
  block_type: z.enum(BLOCK_TYPES),
  task: z.uuid().nullable().default(null),
  event: z.uuid().nullable().default(null),
});

const BODY_ERRORS = ['rule_invalid', 'rule_exists', 'task_not_found', 'event_not_found'] as const;

export const listRules = defineRoute({
  method: 'GET',
  path: '/api/rules/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List blacklist rules, last changed first; `rule` is a part of owner or repository',
  query: pageQuery.extend({ org: z.uuid().optional(), rule: z.string().max(NAME_BOUND).optional() }),
  answer: page(blacklistRule),
  errors: [],
});

export const createRule = defineRoute({
  method: 'POST',
  path: '/api/rules/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: "Create a blacklist rule in the caller's organisation; existing events are unchanged",
  body: ruleBody,
  bodyLeavesNul: true,
  answer: z.object({ id: z.uuid() }),
  errors: [...BODY_ERRORS, 'not_in_organisation'],
});

export const getRule = defineRoute({
  method: 'GET',
  path: '/api/rules/{id}/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Get a blacklist rule',
  params: idParams,
  answer: blacklistRule,
  errors: [],
});

export const updateRule = defineRoute({
  method: 'PATCH',
  path: '/api/rules/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change a blacklist rule; absent fields and existing events are unchanged',
  params: idParams,
  body: z.object({
    rule_owner: z.string().max(NAME_BOUND).optional(),
    rule_repo: z.string().max(NAME_BOUND).optional(),
    source_type: z.enum(SOURCE_TYPES).optional(),
    block_type: z.enum(BLOCK_TYPES).optional(),
    task: z.uuid().nullable().optional(),
    event: z.uuid().nullable().optional(),
    /** Of the rule that the form began with. While the rule has another one the change is refused; without it the change is made in any case. */
    update_at: z.iso.datetime().optional(),
    /** Accepted and ignored: a rule's organisation and author do not change. */
    owner: z.string().max(NAME_BOUND).nullable().optional(),
  }),
  bodyLeavesNul: true,
  answer: blacklistRule,
  errors: [...BODY_ERRORS, 'changed_meanwhile'],
});

export const deleteRule = defineRoute({
  method: 'DELETE',
  path: '/api/rules/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Delete a blacklist rule and return it; events keep their status',
  params: idParams,
  answer: blacklistRule,
  errors: [],
});

export const countRuleEvents = defineRoute({
  method: 'GET',
  path: '/api/rules/{id}/count_events/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Count the events that match the rule and are not blacklisted yet',
  params: idParams,
  answer: z.object({ count: z.number().int() }),
  errors: [],
});

export const blacklistRuleEvents = defineRoute({
  method: 'POST',
  path: '/api/rules/{id}/blacklist_events/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Set the status of matching events to blacklist, in one transaction',
  params: idParams,
  body: z.strictObject(sentWithId).default({}),
  answer: z.object({
    count: z.number().int(),
    /** The id with which `undo_status` reverts the change; null when nothing changed. */
    batch: z.uuid().nullable(),
    /** Matching events beyond the limit of one call. */
    left: z.number().int(),
  }),
  answerMs: LONG_ANSWER_MS,
  errors: ['idempotency_key_reused', 'organisation_inactive'],
});
