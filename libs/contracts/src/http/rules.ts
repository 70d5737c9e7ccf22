import { BLACKLIST_SOURCES, BLOCK_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams, page, pageQuery } from '../paging.ts';
import { defineRoute, LONG_ANSWER_MS } from '../route.ts';

/** Above what a name may have: the rules of libs/rules say which field is too long. */
const NAME_BOUND = 1000;

/** Events that one call moves at the most: what is done, and taken back, well within the gateway's patience. */
export const BLACKLISTED_AT_ONCE = 100_000;

/** A rule as the documents spell it. `company` is the organisation's id; `org`, the same, is told to staff alone. */
export const blacklistRule = z.object({
  id: z.uuid(),
  company: z.uuid(),
  rule_owner: z.string(),
  rule_repo: z.string(),
  block_type: z.enum(BLOCK_TYPES),
  source_type: z.enum(BLACKLIST_SOURCES),
  /** null: for every task of the organisation. */
  task: z.uuid().nullable(),
  /** Of the task; null also when the task is not known (any more). */
  task_name: z.string().nullable(),
  /** The event that it was made from. */
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
  /** Any source, so that one without a blacklist is refused by its name and not as a typo. */
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
  summary: 'Blacklist rules, those changed last first; `rule` is a part of owner or repository',
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
  summary: "Make a rule of the caller's organisation; it touches no event that is there",
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
  summary: 'A blacklist rule',
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
  summary: 'Change a rule; what is not given stays. It touches no event that is there',
  params: idParams,
  body: z.object({
    rule_owner: z.string().max(NAME_BOUND).optional(),
    rule_repo: z.string().max(NAME_BOUND).optional(),
    source_type: z.enum(SOURCE_TYPES).optional(),
    block_type: z.enum(BLOCK_TYPES).optional(),
    task: z.uuid().nullable().optional(),
    event: z.uuid().nullable().optional(),
    /** The documents' consoles send it; a rule's organisation and author do not change. */
    owner: z.string().max(NAME_BOUND).nullable().optional(),
  }),
  bodyLeavesNul: true,
  answer: blacklistRule,
  errors: BODY_ERRORS,
});

export const deleteRule = defineRoute({
  method: 'DELETE',
  path: '/api/rules/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Delete a rule; events keep their status. Answers with what was deleted',
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
  summary: 'How many events that are not blacklisted yet match the rule',
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
  summary: 'Move the events that match the rule to blacklist, in one transaction',
  params: idParams,
  answer: z.object({
    count: z.number().int(),
    /** To take the move back with, for a while; null when nothing moved. */
    batch: z.uuid().nullable(),
    /** Matching events beyond what one call moves. */
    left: z.number().int(),
  }),
  answerMs: LONG_ANSWER_MS,
  errors: ['organisation_inactive'],
});
