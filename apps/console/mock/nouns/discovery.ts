import { type AnswerOf, type DiscoveryFailure, discoverRepositories } from '@leakwatch/contracts';
import { handle } from '../handle.ts';
import { Refusal } from '../replies.ts';

type Rows = AnswerOf<typeof discoverRepositories>;

const SITE = 'https://github.example';
/** Calls that a long discovery answers with how far it is. */
const STEPS = 3;
const COUNT = 250;

/** Account names that the mock host refuses in the way of the name. */
const REFUSED: Readonly<Record<string, readonly [number, DiscoveryFailure, Record<string, number>]>> = {
  missing: [404, 'discovery_not_found', {}],
  limited: [425, 'discovery_rate_limited', { seconds: 1260 }],
  away: [425, 'discovery_unavailable', {}],
  refused: [502, 'discovery_refused', {}],
  endless: [425, 'discovery_running', { found: 1200, seconds: 1 }],
};

const row = (account: string, number: number): Rows[number] => {
  const title =
    number === 3 ? `${account}/очень-длинное-имя-репозитория-со-службами-биллинга-и-всех-его-подрядчиков` : `${account}/service-${number}`;
  const bad = number === 7;
  return {
    repo_title: title,
    repo_url: bad ? '' : `${SITE}/${account}/service-${number}`,
    repo_default_branch: 'main',
    git_remote_url: bad ? '' : `${SITE}/${account}/service-${number}.git`,
    repo_remote_source: 'github',
    is_fork: number % 4 === 0,
    is_archived: number % 6 === 0,
    is_empty: number === 5,
    fault: bad ? 'invalid_url' : null,
  };
};

const asked = new WeakMap<object, number>();

export const HANDLERS = [
  // The account's name decides: empty, refused, long (`slow`), cut (`huge`) or plain.
  handle(discoverRepositories, ({ world, body: { account_name: account } }) => {
    const refusal = REFUSED[account];
    if (refusal !== undefined) throw new Refusal(refusal[0], refusal[1], { details: refusal[2] });
    if (account === 'nothing') return [];
    if (account === 'slow') {
      const step = (asked.get(world) ?? 0) + 1;
      asked.set(world, step);
      if (step < STEPS) throw new Refusal(425, 'discovery_running', { details: { found: step * 100, seconds: 1 } });
    }
    return Array.from({ length: account === 'huge' ? 5_000 : COUNT }, (_, at) => row(account, at + 1));
  }),
];
