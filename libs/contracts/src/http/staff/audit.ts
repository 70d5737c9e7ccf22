import { z } from 'zod';
import { moment } from '../../moment.ts';
import { done } from '../../paging.ts';
import { BYTES_TYPE, defineRoute } from '../../route.ts';
import { auditKind } from '../activity.ts';
import { queryNumber } from '../../query-number.ts';

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

const person = z.object({ id: z.uuid(), email: z.string().nullable() });

/** A record of the audit trail as staff see it. */
export const auditRecord = z.object({
  /** Rises with time. */
  id: z.string(),
  created: z.iso.datetime(),
  kind: auditKind,
  /** Whom it is about, and who did it; the e-mail is null once the account is deleted. */
  account: person.nullable(),
  actor: person.nullable(),
  organisation: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  ip_address: z.string(),
  user_agent: z.string(),
  /** Further ids and names. */
  detail: z.record(z.string(), z.string()),
  /** Old and new values of what was changed. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** Records of one page. */
export const AUDIT_PAGE_MAX = 100;
/** Records of one export; a longer period is exported in parts. */
export const AUDIT_EXPORT_MAX = 10_000;
const TEXT_MAX = 100;
/** The longest e-mail address (RFC 5321). */
const PERSON_MAX = 254;

const filters = z.object({
  /** The e-mail or the id of an account: records about it, and of what it did. */
  person: z.string().trim().toLowerCase().min(1).max(PERSON_MAX).optional(),
  organisation: z.uuid().optional(),
  kind: auditKind.optional(),
  /** Both inclusive. */
  from: moment.optional(),
  to: moment.optional(),
  /** A part of the address, the program, the details, or an old or new value; letter case is ignored. */
  text: z.string().trim().min(1).max(TEXT_MAX).optional(),
});
export type AuditFilters = z.output<typeof filters>;

export const searchAudit = defineRoute({
  method: 'GET',
  path: '/api/control/audit/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Search the audit trail, newest first; `before` is `next` of the page before',
  query: filters.extend({
    limit: queryNumber(1, AUDIT_PAGE_MAX).default(50),
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  answer: z.object({
    results: z.array(auditRecord),
    /** Where the next page begins; null after the oldest record. A page with `text` may have few records, or none, and a next page. */
    next: z.string().nullable(),
    /** How far back a search for a text has looked so far; null when it has looked at everything that this page asked for. */
    searched_to: z.iso.datetime().nullable(),
  }),
  errors: [],
});

export const exportAudit = defineRoute({
  method: 'GET',
  path: '/api/control/audit/export/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: false,
  summary: `Download what a search of the audit trail finds as CSV, newest first, at most ${AUDIT_EXPORT_MAX} records`,
  query: filters,
  answer: z.string(),
  answerType: BYTES_TYPE,
  errors: [],
});
