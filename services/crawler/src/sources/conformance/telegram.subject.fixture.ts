import { SimulatedTelegramChannel, startTelegram, TelegramRpcError } from '@leakwatch/simulators';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { ANN, API, BOB, NAME, PartsInMemory, post, settingsOf } from '../telegram/telegram-stage.fixture.ts';
import { TelegramSource } from '../telegram/telegram.source.ts';
import { type Fault, LIMIT_SECONDS, type Subject, textOf } from './subject.fixture.ts';

/** Faults as Telegram has them: errors of its protocol. */
const ERRORS: Readonly<Partial<Record<Fault, readonly [number, string]>>> = {
  unavailable: [500, 'RPC_CALL_FAIL'],
  other_shape: [400, 'SOMETHING_NEW'],
  limited: [420, `FLOOD_WAIT_${LIMIT_SECONDS}`],
};
const USERS = { one: ANN, two: BOB };
const idOf = (number: number): number => number + 1;

/** A channel of Telegram with two accounts that read it. */
export async function openTelegram(): Promise<Subject> {
  const channel = new SimulatedTelegramChannel(1_001n, NAME, 'Leaks', []);
  const server = await startTelegram({ users: [ANN, BOB], api: API, channels: [channel] });
  const refused = new Map<string, string>();
  let fault: Fault | null = null;
  server.before = ({ phone }) => {
    const ended = refused.get(phone ?? '');
    if (ended !== undefined) throw new TelegramRpcError(401, ended);
    const error = fault === null ? undefined : ERRORS[fault];
    if (error !== undefined) throw new TelegramRpcError(...error);
  };
  const phoneOf = (login: string): string => (login === 'one' ? USERS.one.phone : USERS.two.phone);
  return {
    source: new TelegramSource(new TelegramSessions(settingsOf(server)), new PartsInMemory()),
    accounts: ['one', 'two'].map((login) => ({
      login,
      secret: JSON.stringify({ api_id: API.id, api_hash: API.hash, session: server.sessionOf(phoneOf(login)) }),
    })),
    task: { telegram_channels: [NAME] },
    namesAll: true,
    pageSize: 100,
    faults: ['unavailable', 'other_shape'],
    hasNetwork: true,
    requests: () => server.requests.length,
    put: (number) => channel.post(post(idOf(number), textOf(number))),
    remove: (number) => channel.remove(idOf(number)),
    pathOf: (number) => String(idOf(number)),
    suffer: (next) => void (fault = next),
    refuse: (login, why) => void refused.set(phoneOf(login), why === 'revoked' ? 'SESSION_REVOKED' : 'USER_DEACTIVATED_BAN'),
    accept: () => refused.clear(),
    close: () => server.close(),
  };
}
