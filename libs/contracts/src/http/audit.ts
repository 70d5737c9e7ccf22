import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** Asked by the gateway on behalf of staff; never reachable from outside. */
export const internalStaffAccess = defineRoute({
  method: 'POST',
  path: '/internal/audit/staff_access/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Keep in the audit trail that staff were given data of organisations',
  body: z.object({
    /** Empty for a list over all of them. */
    organisations: z.array(z.uuid()),
    noun: z.string().max(100),
  }),
  answer: done,
  errors: [],
});
