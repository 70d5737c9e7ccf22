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
  summary: 'Record in the audit trail that staff read or changed data of organisations',
  body: z.object({
    /** Empty for a list over all organisations. */
    organisations: z.array(z.uuid()),
    noun: z.string().max(100),
    /** The call that changed something, with the ids of its path; null for a call that only read. */
    act: z.object({ call: z.string().max(200), objects: z.string().max(200) }).nullable(),
  }),
  answer: done,
  errors: [],
});
