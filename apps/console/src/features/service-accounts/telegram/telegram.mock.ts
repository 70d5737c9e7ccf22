import {
  listTelegramChats,
  loginTelegramPost,
  logoutTelegramPost,
  runTelegramPost,
  type ServiceAccount,
  stopTelegramPost,
} from '@leakwatch/contracts';
import { TELEGRAM_ACCOUNT_TRANSITIONS, type TelegramAccountStep } from '@leakwatch/vocabulary';
import { GOOD_CODE } from '../../../../mock/data/people.ts';
import { handle } from '../../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../../mock/ids.ts';
import { notFound, pageOf, Refusal } from '../../../../mock/replies.ts';
import type { World } from '../../../../mock/world.ts';

/** A code after which the mock asks for the password of the second factor. */
export const CODE_WITH_PASSWORD = '22222';
/** A password that Telegram refuses. */
export const WRONG_PASSWORD = 'not this one';

/** Takes the step, or refuses it in the account's state. */
function step(world: World, { account: id, phone }: { account?: string | undefined; phone: string }, taken: TelegramAccountStep) {
  const account = world.serviceAccounts.find(
    (one) => one.source_type === 'telegram' && (id === undefined ? one.phone === phone : one.id === id),
  );
  if (account === undefined) throw notFound();
  const state = TELEGRAM_ACCOUNT_TRANSITIONS[account.state][taken];
  if (state === undefined) throw new Refusal(409, 'telegram_step_refused');
  return (change: Partial<ServiceAccount> = {}): ServiceAccount => {
    const changed: ServiceAccount = { ...account, state, block_reason: state === 'blocked' ? 'staff' : null, err_msg: '', ...change };
    world.serviceAccounts = world.serviceAccounts.map((one) => (one.id === account.id ? changed : one));
    return changed;
  };
}

const stageOf = (world: World, id: string | undefined) => world.serviceAccounts.find((one) => one.id === id)?.telegram_stage ?? null;
const which = { phone: '+7 900 123-45-67', account: mockId(41, 7) };

export const HANDLERS = [
  handle(
    loginTelegramPost,
    ({ world, body }) => {
      const [before] = world.sent.slice(-1);
      world.sent.push(body);
      const put = step(world, body, body.code === undefined ? 'code_sent' : 'signed_in');
      if (body.code === undefined) return put({ telegram_stage: 'code' });
      const stage = stageOf(world, body.account);
      const isWrong = typeof before === 'object' && before !== null && 'password' in before && before.password === WRONG_PASSWORD;
      if (stage === 'password' ? isWrong : body.code === CODE_WITH_PASSWORD) {
        put({ state: 'wait_code', telegram_stage: 'password', err_msg: 'password_invalid' });
        throw new Refusal(409, 'telegram_password_invalid');
      }
      if (stage !== 'password' && body.code !== GOOD_CODE) {
        put({ state: 'wait_code', telegram_stage: 'code', err_msg: 'code_invalid' });
        throw new Refusal(409, 'telegram_code_invalid');
      }
      return put({ telegram_stage: 'signed_in' });
    },
    { body: { ...which, code: GOOD_CODE } },
  ),
  handle(runTelegramPost, ({ world, body }) => step(world, body, 'run')(), {
    body: which,
    world: (world) => world.serviceAccounts.length > 0 && step(world, which, 'signed_in')({ telegram_stage: 'signed_in' }),
  }),
  handle(stopTelegramPost, ({ world, body }) => step(world, body, 'stop')(), { body: which }),
  handle(logoutTelegramPost, ({ world, body }) => step(world, body, 'signed_out')({ telegram_stage: null }), {
    body: which,
    world: (world) => world.serviceAccounts.length > 0 && step(world, which, 'signed_in')({ telegram_stage: 'signed_in' }),
  }),
  handle(listTelegramChats, ({ query }) =>
    pageOf(
      [
        {
          chat_id: '1001',
          name: 'leaks_daily',
          title: 'Leaks, daily',
          status: 'ready' as const,
          error_code: null,
          last_read: minutesAgo(3),
        },
        {
          chat_id: '1002',
          name: 'dumps',
          title: 'Сливы',
          status: 'failed' as const,
          error_code: 'query_refused' as const,
          last_read: null,
        },
      ],
      query,
    ),
  ),
];
