import type { AuditRecord } from '@leakwatch/contracts';
import { csvLine } from '@leakwatch/platform';

const COLUMNS = [
  'time',
  'action',
  'account',
  'account_id',
  'actor',
  'actor_id',
  'organisation',
  'organisation_id',
  'address',
  'program',
  'detail',
  'changes',
] as const;

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

/** A record as a line (RFC 4180). No cell begins a formula, also when its text came from outside. */
export function auditLine(record: AuditRecord): string {
  const { account, actor, organisation, detail, changes } = record;
  const cells = [
    record.created,
    record.kind,
    account?.email ?? '',
    account?.id ?? '',
    actor?.email ?? '',
    actor?.id ?? '',
    organisation?.name ?? '',
    organisation?.id ?? '',
    record.ip_address,
    record.user_agent,
    Object.entries(detail)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    changes.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`).join('; '),
  ];
  return csvLine(cells, (cut) => `… (${cut})`);
}
