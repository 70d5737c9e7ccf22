import type { TokenRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

const USERS = ['irina', 'Pavel.Konstantinopolsky', 'scanner@corp.example', 'olga'];

/** API tokens of several people: more than a page. */
export const makeAuthTokens = (filled: boolean): readonly TokenRow[] =>
  Array.from({ length: filled ? 12 : 0 }, (_, at) => {
    const username = USERS[at] ?? `user-${at}`;
    return {
      key: mockId(40, at),
      ending: at === 2 ? null : `a${String(at).padStart(2, '0')}Z`,
      user: {
        id: mockId(12, at + 1),
        username,
        email: username.includes('@') ? username : `${username.toLowerCase()}@corp.example`,
        active: at !== 1,
      },
      company: at === 3 ? null : { id: ORGANISATION.id, name: ORGANISATION.name },
      created: minutesAgo(2000 * (at + 1)),
      last_used: at === 1 ? null : minutesAgo(30 * (at + 1)),
    };
  });
