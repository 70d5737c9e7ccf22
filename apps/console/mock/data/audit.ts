import type { AuditRecord } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

const IRINA = { id: mockId(12, 1), email: 'irina@corp.example' };
const PAVEL = { id: mockId(12, 2), email: 'pavel.konstantinopolsky@corp.example' };
const EXAMPLE = { id: mockId(8, 1), name: 'ООО «Пример»' };
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const KINDS: readonly Partial<AuditRecord>[] = [
  {
    kind: 'organisation_changed',
    organisation: EXAMPLE,
    detail: { fields: 'name, trusted' },
    changes: [
      { field: 'name', before: 'ООО «Образец»', after: 'ООО «Пример»' },
      { field: 'trusted', before: 'true', after: 'false' },
      { field: 'description', before: '', after: 'Pilot' },
    ],
  },
  {
    kind: 'account_deleted',
    account: { id: mockId(12, 9), email: null },
    changes: [{ field: 'email', before: 'old@corp.example', after: null }],
  },
  {
    kind: 'staff_act',
    organisation: EXAMPLE,
    detail: { noun: 'tasks', call: 'POST /api/control/tasks/{id}/confirm/', objects: mockId(1, 3) },
  },
  { kind: 'login', actor: PAVEL, account: PAVEL, organisation: EXAMPLE },
  { kind: 'login_failed', actor: null, account: null },
];

/** Records of every shape, newest first. */
export const makeAudit = (filled: boolean): AuditRecord[] =>
  Array.from({ length: filled ? 120 : 0 }, (_, at) => ({
    id: String(1000 - at),
    created: minutesAgo(at * 47),
    kind: 'login',
    account: IRINA,
    actor: IRINA,
    organisation: null,
    ip_address: `203.0.113.${at % 250}`,
    user_agent: AGENT,
    detail: {},
    changes: [],
    ...KINDS[at % KINDS.length],
  }));
