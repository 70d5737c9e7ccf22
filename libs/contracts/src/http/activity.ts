import { ALL_AUDIT_KINDS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';

export const auditKind = z.enum(ALL_AUDIT_KINDS);

export const activityRecord = z.object({
  created: z.iso.datetime(),
  ip_address: z.string(),
  user_agent: z.string(),
  /** What happened. */
  kind: auditKind,
});
export type ActivityRecord = z.output<typeof activityRecord>;

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/activity/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  changesState: false,
  summary: "List the audit trail of the caller's account, newest first",
  query: pageQuery,
  answer: page(activityRecord),
  errors: [],
});

export const userActivityRecord = z.object({
  id: z.string(),
  user: z.string(),
  company: z.string().nullable(),
  /** A kind of the vocabulary; the console has its text. */
  description: auditKind,
  created: z.iso.datetime(),
});

export const listUserActivity = defineRoute({
  method: 'GET',
  path: '/api/users/activity/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: "List the activity of the users of the caller's organisation, newest first; staff see all organisations",
  query: pageQuery,
  answer: page(userActivityRecord),
  errors: ['not_in_organisation'],
});
