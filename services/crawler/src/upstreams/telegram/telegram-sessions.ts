import { Inject, Injectable } from '@nestjs/common';
import { telegramCredentials, type TelegramCredentials } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { Api } from 'telegram';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { type DataCentre, readDataCentres } from '../../telegram-servers.ts';
import { trustServerKey } from './trust-server-key.ts';
import { errorName, refusalOf } from './telegram-refusal.ts';
import { TelegramSession } from './telegram-session.ts';

type Settings = Pick<CrawlerSettings, 'TELEGRAM_DATA_CENTRES' | 'TELEGRAM_SERVER_KEY'>;
type Open = Pick<Access, 'connect'> & { readonly signal: AbortSignal };

/** Sessions at other data centres that are remembered; each costs an exchange of keys. */
const KEPT = 500;

/**
 * One session for each step: it is opened with the first request and closed when the step ends, so that one process at a time holds it. An account that
 * is kept has one session for all of its steps.
 */
@Injectable()
export class TelegramSessions {
  private readonly centres: readonly DataCentre[];
  private readonly trusted: Promise<void>;
  private readonly opened = new WeakMap<Access, Map<number, Promise<TelegramSession>>>();
  /** Sessions that this process keeps, by what their account is held with. */
  private readonly standing = new WeakMap<object, TelegramSession>();
  /** Sessions at other data centres, as text, by account and centre. */
  private readonly elsewhere = new Map<string, string>();

  constructor(@Inject(SETTINGS) settings: Settings) {
    const key = settings.TELEGRAM_SERVER_KEY;
    this.centres = readDataCentres(settings.TELEGRAM_DATA_CENTRES) ?? [];
    this.trusted = key === undefined ? Promise.resolve() : trustServerKey(key);
  }

  /** The data centre that is asked first. */
  get server(): DataCentre {
    const [first] = this.centres;
    if (first === undefined) throw new Error('no data centre of Telegram');
    return first;
  }

  /** Opens a session that the caller closes. @throws UpstreamError; the signal's reason */
  async open(credentials: Omit<TelegramCredentials, 'session'>, session: string, with_: Open, centre?: number): Promise<TelegramSession> {
    await this.trusted;
    const { api_id: apiId, api_hash: apiHash } = credentials;
    return TelegramSession.open({ apiId, apiHash, session, centres: this.centres, ...(centre !== undefined && { centre }), ...with_ });
  }

  /** A session that steps with its account use too, until the access is closed. @throws UpstreamError; the signal's reason */
  async keep(access: Access, signal: AbortSignal): Promise<TelegramSession> {
    const { holding } = access;
    const session = await this.of(access, signal);
    if (holding !== undefined) {
      this.standing.set(holding, session);
      access.closing(async () => void this.standing.delete(holding));
    }
    return session;
  }

  /** The session of the step's account. @throws UpstreamError; the signal's reason */
  async of(access: Access, signal: AbortSignal): Promise<TelegramSession> {
    const standing = access.holding === undefined ? undefined : this.standing.get(access.holding);
    if (standing !== undefined) return standing.under(signal);
    return this.once(access, 0, async () => {
      const credentials = credentialsOf(access);
      return this.open(credentials, credentials.session, { connect: access.connect, signal });
    });
  }

  /** The account's session at the data centre that stores a file. */
  async at(centre: number, access: Access, signal: AbortSignal): Promise<TelegramSession> {
    const home = await this.of(access, signal);
    if (home.client.session.dcId === centre) return home;
    return this.once(access, centre, () => this.openElsewhere(centre, home, access, signal));
  }

  private async openElsewhere(centre: number, home: TelegramSession, access: Access, signal: AbortSignal): Promise<TelegramSession> {
    const key = `${access.account} ${centre}`;
    const credentials = credentialsOf(access);
    const known = this.elsewhere.get(key) ?? '';
    this.elsewhere.delete(key);
    const session = await this.open(credentials, known, { connect: access.connect, signal }, centre);
    try {
      if (known === '' || !(await isSignedIn(session))) {
        const { id, bytes } = await home.call(new Api.auth.ExportAuthorization({ dcId: centre }));
        await session.call(new Api.auth.ImportAuthorization({ id, bytes }));
      }
      this.elsewhere.set(key, session.save());
      const [oldest] = this.elsewhere.keys();
      if (this.elsewhere.size > KEPT && oldest !== undefined) this.elsewhere.delete(oldest);
      return session;
    } catch (error) {
      await session.close();
      signal.throwIfAborted();
      throw refusalOf(error, '');
    }
  }

  private once(access: Access, centre: number, open: () => Promise<TelegramSession>): Promise<TelegramSession> {
    const sessions = this.opened.get(access) ?? new Map<number, Promise<TelegramSession>>();
    this.opened.set(access, sessions);
    const known = sessions.get(centre);
    if (known !== undefined) return known;
    const session = open();
    sessions.set(centre, session);
    access.closing(async () => {
      sessions.delete(centre);
      await (await session).close();
    });
    return session;
  }
}

async function isSignedIn(session: TelegramSession): Promise<boolean> {
  try {
    await session.call(new Api.updates.GetState());
    return true;
  } catch (error) {
    if (errorName(error) === 'AUTH_KEY_UNREGISTERED') return false;
    throw error;
  }
}

function credentialsOf({ secret }: Access): TelegramCredentials {
  try {
    return telegramCredentials.parse(JSON.parse(secret ?? ''));
  } catch {
    // Not as the cause: the error quotes what could not be read.
    throw new UpstreamError('account_refused', { text: 'the account is not signed in' });
  }
}
