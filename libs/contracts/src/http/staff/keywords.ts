import { KEYWORD_SET_MAX, KEYWORD_SET_NAME_MAX } from '@leakwatch/rules';
import { z } from 'zod';
import { nameOf } from '../../name.ts';
import { done, editVersion, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

const keyword = z.object({ id: z.uuid(), name: z.string() });

export const keywordGroup = z.object({ id: z.uuid(), name: z.string(), keywords: z.array(keyword) });

export const listKeywordGroups = defineRoute({
  method: 'GET',
  path: '/api/keywords/full/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: 'List keyword groups',
  answer: z.array(keywordGroup),
  errors: [],
});

const setBody = z.object({
  name: nameOf(KEYWORD_SET_NAME_MAX),
  /** Texts of one or more lines; lines of up to 1,000 characters are dropped one by one, a longer text refuses the body. */
  keywords: z.array(z.string().max(1000)).max(KEYWORD_SET_MAX),
});
/** The largest set: 5,000 lines, most of them within the limit of a keyword. */
const SET_BYTES = 6 * 1024 * 1024;
/** The lines that break the rule are dropped and named. */
const savedSet = z.object({ id: z.uuid(), accepted: z.number().int(), dropped: z.array(z.string()) });

const keywordSetRow = z.object({
  id: z.uuid(),
  name: z.string(),
  created: z.iso.datetime(),
  /** How many keywords it has. */
  count: z.number().int().nonnegative(),
});
export type KeywordSetRow = z.output<typeof keywordSetRow>;

/** A keyword set with its keywords, in the order in which they were typed. */
const keywordSetDetails = keywordSetRow.extend({ keywords: z.array(keyword), version: editVersion });
export type KeywordSetDetails = z.output<typeof keywordSetDetails>;

/** Columns that the list can be sorted by. */
export const KEYWORD_SET_SORTS = ['name', 'created'] as const;

export const listKeywordSets = defineRoute({
  method: 'GET',
  path: '/api/keywords/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the keyword sets, by name',
  query: pageQuery.extend({
    /** A part of the name, in any letter case. */
    name: z.string().trim().max(KEYWORD_SET_NAME_MAX).default(''),
    sort: sortBy(KEYWORD_SET_SORTS),
  }),
  answer: page(keywordSetRow),
  errors: [],
});

export const getKeywordSet = defineRoute({
  method: 'GET',
  path: '/api/keywords/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get a keyword set with its keywords',
  params: idParams,
  answer: keywordSetDetails,
  errors: [],
});

export const createKeywordSet = defineRoute({
  method: 'POST',
  path: '/api/keywords/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create a keyword set; lines that break the rules are dropped, counted and reported',
  body: setBody,
  bodyBytes: SET_BYTES,
  answer: savedSet,
  errors: ['keyword_set_exists', 'keyword_set_empty', 'keyword_set_too_large'],
});

export const changeKeywordSet = defineRoute({
  method: 'PATCH',
  path: '/api/keywords/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Rename a keyword set or replace its keywords; saved tasks keep the keywords that they chose',
  params: idParams,
  body: setBody.partial().extend(seenVersion),
  bodyBytes: SET_BYTES,
  answer: savedSet,
  errors: ['keyword_set_exists', 'keyword_set_empty', 'keyword_set_too_large', 'changed_meanwhile'],
});

export const deleteKeywordSet = defineRoute({
  method: 'DELETE',
  path: '/api/keywords/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete a keyword set; saved tasks keep the keywords that they chose',
  params: idParams,
  answer: done,
  errors: [],
});
