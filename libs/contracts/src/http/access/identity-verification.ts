import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { linkCode } from './recovery.ts';

export const askVerifyIdentity = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/ask_verify_identity/',
  service: 'admin',
  access: 'pending',
  changesState: true,
  summary: 'Ask colleagues and staff by mail to approve the identity of the caller, who lost the second factor',
  answer: done,
  errors: ['two_factor_inactive'],
});

export const checkIdentityCode = defineRoute({
  method: 'GET',
  path: '/api/profile/two_factor/check_identity_code/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: false,
  summary: 'Show the request of a code; the code stays valid',
  query: z.object({ code: linkCode }),
  answer: z.object({
    email: z.string(),
    company: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
  }),
  errors: ['identity_code_invalid'],
});

export const confirmIdentity = defineRoute({
  method: 'POST',
  path: '/api/profile/two_factor/confirm_identity/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: "Approve the requester's identity, which removes the requester's second factor",
  body: z.object({ code: linkCode }),
  answer: done,
  errors: ['identity_code_invalid'],
});

export const declineIdentity = defineRoute({
  ...confirmIdentity,
  path: '/api/profile/two_factor/decline_identity/',
  summary: "Decline to approve the requester's identity",
});
