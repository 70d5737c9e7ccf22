import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** The gateway calls it for answers to staff; not reachable from outside. */
export const internalStaffAccess = defineRoute({
  method: 'POST',
  path: '/internal/audit/staff_access/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Record in the audit trail that staff read data of organisations',
  body: z.object({
    /** Empty for a list over all organisations. */
    organisations: z.array(z.uuid()),
    noun: z.string().max(100),
  }),
  answer: done,
  errors: [],
});
