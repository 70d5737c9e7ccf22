import { afterEach } from '@jest/globals';
import { invitationHash } from '@leakwatch/rules';
import {
  SimulatedTelegramChannel,
  type SimulatedTelegramMessage,
  startTelegram,
  type TelegramOptions,
  type TelegramServer,
} from '@leakwatch/simulators';
import type { AccountPool } from '../../accounts/account-pool.ts';
import type { KeptParts } from '../../evidence/keep-parts.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { type Frontier, SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { TelegramSource } from './telegram.source.ts';

export const API = { id: 17, hash: 'a1b2c3' };
export const ANN = { phone: '79001112233', code: '12345' };
export const BOB = { phone: '79004445566', code: '54321' };
export const NAME = 'leaks_daily';
export const INVITATION = '+AbCdEf_1234567-8';

export const post = (id: number, text = `message ${id}`, more: Partial<SimulatedTelegramMessage> = {}): SimulatedTelegramMessage => ({
  id,
  date: 1_700_000_000 + id,
  text,
  ...more,
});
export const posts = (count: number): SimulatedTelegramMessage[] => Array.from({ length: count }, (_, at) => post(at + 1));

/** Telegram with one channel, and what reads it. */
export class TelegramStage {
  private constructor(
    readonly server: TelegramServer,
    readonly channel: SimulatedTelegramChannel,
    readonly source: TelegramSource,
    readonly parts: PartsInMemory,
    private readonly name: string,
  ) {}

  static async open(
    messages: readonly SimulatedTelegramMessage[],
    options: Partial<TelegramOptions> & { readonly isGroup?: boolean; readonly isPrivate?: boolean } = {},
  ) {
    const isPrivate = options.isPrivate === true;
    const channel = new SimulatedTelegramChannel(1_001n, isPrivate ? '' : NAME, 'Leaks, daily', messages, options.isGroup);
    if (isPrivate) channel.invites.set(invitationHash(INVITATION), 'open');
    const server = await startTelegram({ users: [ANN, BOB], api: API, channels: [channel], centres: [2, 4], ...options });
    const parts = new PartsInMemory();
    const source = new TelegramSource(new TelegramSessions(settingsOf(server)), parts);
    return new TelegramStage(server, channel, source, parts, isPrivate ? INVITATION : NAME);
  }

  /** The access of an account that is signed in. */
  access = (phone: string = ANN.phone): StageAccess =>
    new StageAccess(JSON.stringify({ api_id: API.id, api_hash: API.hash, session: this.server.sessionOf(phone) }), undefined, phone);

  reading = (access = this.access(), frontier?: Frontier): SourceStage =>
    new SourceStage(this.source, { name: this.name }, access, frontier);

  close = (): Promise<void> => this.server.close();
}

/** Parts of files in memory, which the processes of a test share. */
export class PartsInMemory implements KeptParts {
  readonly kept = new Map<string, Uint8Array>();
  readonly finished: string[] = [];

  of = async (file: string, offsets: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> => {
    const found = new Map<number, Uint8Array>();
    for (const offset of offsets) {
      const part = this.kept.get(`${file} ${offset}`);
      if (part !== undefined) found.set(offset, part);
    }
    return found;
  };
  keep = async (file: string, offset: number, bytes: Uint8Array): Promise<void> => void this.kept.set(`${file} ${offset}`, bytes);
  finish = async (file: string): Promise<void> => void this.finished.push(file);
}

export const settingsOf = (server: TelegramServer) => ({
  TELEGRAM_DATA_CENTRES: server.centres.map(({ id, host, port }) => `${id}=${host}:${port}`).join(','),
  TELEGRAM_SERVER_KEY: server.key.publicKey,
});

/** Opens the stages of one test file; each is closed after its test. */
export function setTelegramStages(): typeof TelegramStage.open {
  const open: TelegramStage[] = [];
  afterEach(async () => {
    for (const stage of open.splice(0)) await stage.close();
  });
  return async (messages, options) => {
    const stage = await TelegramStage.open(messages, options);
    open.push(stage);
    return stage;
  };
}

/** Access to a simulated Telegram as Ann, for every step. */
export function accessOfAnn(telegram: TelegramServer): Pick<AccountPool, 'withAccess'> {
  const secret = JSON.stringify({ api_id: API.id, api_hash: API.hash, session: telegram.sessionOf(ANN.phone) });
  return {
    withAccess: async (wanted, work) => {
      const access = new StageAccess(secret, undefined, ANN.phone);
      return work(access, wanted.signal).finally(() => access.close());
    },
  };
}
