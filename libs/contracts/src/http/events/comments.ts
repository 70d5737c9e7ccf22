import { COMMENT_MAX } from '@leakwatch/rules';
import { z } from 'zod';
import { done, idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Comments of one event: the conversation of a team about one leak, in one answer. */
export const COMMENTS_MAX = 500;
/** Comments that a row of the list of events holds. */
export const COMMENTS_SHOWN = 3;

export const eventComment = z.object({
  id: z.uuid(),
  event: z.uuid(),
  text: z.string(),
  /** The author's id and name. */
  user: z.uuid(),
  username: z.string(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
});
export type EventComment = z.output<typeof eventComment>;

/** Longer than a comment may be, so that the rules report an empty or too long text by its own code. */
export const commentText = z.string().max(COMMENT_MAX * 2);
/** A character takes up to three bytes. */
export const COMMENT_BYTES = 6 * COMMENT_MAX + 1024;
const TEXT_ERRORS = ['comment_empty', 'comment_too_long', 'organisation_inactive'] as const;

export const listComments = defineRoute({
  method: 'GET',
  path: '/api/comments/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List the comments of an event, oldest first',
  query: z.object({ event: z.uuid() }),
  answer: z.array(eventComment),
  errors: ['not_found'],
});

export const createComment = defineRoute({
  method: 'POST',
  path: '/api/comments/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Comment on an event',
  body: z.strictObject({ event: z.uuid(), text: commentText }),
  bodyBytes: COMMENT_BYTES,
  answer: eventComment,
  errors: ['not_found', ...TEXT_ERRORS, 'comments_limit_reached'],
});

export const getComment = defineRoute({
  method: 'GET',
  path: '/api/comments/{id}/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Get a comment',
  params: idParams,
  answer: eventComment,
  errors: [],
});

export const updateComment = defineRoute({
  method: 'PATCH',
  path: '/api/comments/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change the text of an own comment; staff change any',
  params: idParams,
  /** `event` is accepted and ignored: a comment stays at its event. */
  body: z.strictObject({ text: commentText, event: z.uuid().optional() }),
  bodyBytes: COMMENT_BYTES,
  answer: eventComment,
  errors: [...TEXT_ERRORS, 'comment_not_own'],
});

export const deleteComment = defineRoute({
  method: 'DELETE',
  path: '/api/comments/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Delete an own comment; staff delete any',
  params: idParams,
  answer: done,
  errors: ['comment_not_own', 'organisation_inactive'],
});
