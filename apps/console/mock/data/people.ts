import type { ActivityRecord, AnswerOf, getProfile, listSessions, StaffAccount } from '@leakwatch/contracts';
import { auditKinds } from '@leakwatch/vocabulary';
import { mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** The code of links that the mock server takes. */
export const GOOD_CODE = 'good-code';
/** The old password that it takes. */
export const OLD_PASSWORD = 'Right-password-1';
export const COMMON_PASSWORD = 'Password123';

export const makeProfile = (inCompany: boolean): AnswerOf<typeof getProfile> => ({
  id: mockId(12, 1),
  email: 'irina@corp.example',
  username: 'irina',
  first_name: 'Ирина',
  last_name: 'Соколова',
  is_staff: false,
  is_active: true,
  has_2fa: true,
  change_password: false,
  created: minutesAgo(200_000),
  password_changed: inCompany ? minutesAgo(40_000) : null,
  company: inCompany ? { ...ORGANISATION, description: 'Производство и продажа примеров' } : null,
});

/** A person of the example organisation, as staff see the account. */
export const MOCK_ACCOUNT: StaffAccount = {
  id: mockId(12, 1),
  email: 'irina@corp.example',
  username: 'irina',
  first_name: 'Ирина',
  last_name: 'Соколова',
  company: { id: ORGANISATION.id, name: ORGANISATION.name },
  is_staff: false,
  is_active: true,
  change_password: false,
  has_2fa: true,
  locale: 'ru',
  created: minutesAgo(200_000),
  version: 1,
};

/** Accounts as staff see them: with and without an organisation, staff, inactive ones. */
export const makeAccounts = (): readonly StaffAccount[] => [
  MOCK_ACCOUNT,
  {
    ...MOCK_ACCOUNT,
    id: mockId(12, 2),
    email: 'pavel@corp.example',
    username: 'pavel',
    first_name: 'Павел',
    last_name: '',
    has_2fa: false,
  },
  {
    ...MOCK_ACCOUNT,
    id: mockId(12, 3),
    email: 'anna.konstantinopolskaya-zavadskaya@subsidiary.corp.example',
    username: 'anna.k',
    first_name: 'Анна-Мария',
    last_name: 'Константинопольская-Завадская',
    is_active: false,
    has_2fa: false,
    locale: 'en',
  },
  {
    ...MOCK_ACCOUNT,
    id: mockId(12, 4),
    email: 'staff@leakwatch.example',
    username: 'oleg',
    first_name: 'Олег',
    last_name: 'Ким',
    company: null,
    is_staff: true,
    has_2fa: false,
  },
];

export const makeSessions = (many: boolean): AnswerOf<typeof listSessions> =>
  [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '198.51.100.7', 300, 0],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', '203.0.113.42', 1500, 12],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', '2001:db8:85a3::8a2e:370:7334', 600, 25],
    ['', '203.0.113.9', 60, 58],
  ]
    .slice(0, many ? undefined : 1)
    .map(([agent, address, began, active], at) => ({
      id: mockId(14, at + 1),
      current: at === 0,
      address: String(address),
      user_agent: String(agent),
      created: minutesAgo(Number(began)),
      last_active: minutesAgo(Number(active)),
    }));

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'curl/8.14.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
];
const OF_OTHERS: ReadonlySet<string> = new Set(['second_factor_reset', 'identity_accepted', 'identity_declined']);

/** Records of every kind, newest first. */
export const makeActivity = (count: number): ActivityRecord[] =>
  Array.from({ length: count }, (_, at): ActivityRecord => {
    const kinds = auditKinds('own');
    const kind = kinds[at % kinds.length] ?? 'login';
    const isOwn = !OF_OTHERS.has(kind);
    return {
      created: minutesAgo(at * 190 + 3),
      ip_address: isOwn ? (at % 4 === 3 ? '2001:db8:85a3::8a2e:370:7334' : `198.51.100.${at}`) : '',
      user_agent: isOwn ? (AGENTS[at % AGENTS.length] ?? '') : '',
      kind,
    };
  });
