import type { SourceType } from './sources.ts';

/** Sources that are asked with accounts of the pool. */
export const SERVICE_ACCOUNT_SOURCES = [
  'github',
  'gist',
  'gitlab_cloud',
  'telegram',
  'google_docs',
] as const satisfies readonly SourceType[];
export type ServiceAccountSource = (typeof SERVICE_ACCOUNT_SOURCES)[number];

interface Needs {
  readonly company: boolean;
  /** Login and password. */
  readonly credentials: boolean;
  /** Without one the account would be seen from the installation's own address. */
  readonly proxy: boolean;
}
/** What a source counts by account; the console has words for each. */
export const ACCOUNT_RESOURCES = [
  'code_search',
  'search',
  'core',
  'api',
  'files',
  'history',
  'resolve',
  'invite',
  'file',
  'message',
] as const;

/** What an account of a source must have (docs/behaviour/service-accounts.md). */
export const SERVICE_ACCOUNT_NEEDS: Readonly<Record<ServiceAccountSource, Needs>> = {
  github: { company: true, credentials: true, proxy: true },
  gist: { company: false, credentials: false, proxy: true },
  gitlab_cloud: { company: false, credentials: true, proxy: true },
  telegram: { company: false, credentials: true, proxy: false },
  google_docs: { company: false, credentials: true, proxy: true },
};

/**
 * ready: may be leased; busy: leased by a crawler; limited: its rate limit is used up for a time; blocked: serves nobody until staff
 * change that; wait_code: Telegram sent a code that staff must enter (accounts of Telegram only).
 */
export const SERVICE_ACCOUNT_STATES = ['ready', 'busy', 'blocked', 'limited', 'wait_code'] as const;
export type ServiceAccountState = (typeof SERVICE_ACCOUNT_STATES)[number];

export const PROXY_STATES = ['ready', 'busy', 'blocked'] as const;
export type ProxyState = (typeof PROXY_STATES)[number];

export const PROXY_TYPES = ['http', 'socks5'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

/** A crawler that does not renew its lease for so many seconds loses it. */
export const POOL_LEASE_SECONDS = 30;
/**
 * A step gives its account back within seconds, long before the lease would end: what is only leased may be free after this time. Longer, and units
 * that share an account would wait for half a minute after every step of another.
 */
export const POOL_BUSY_SECONDS = 1;

/**
 * Why an account or proxy is blocked. staff: a person did it; company_changed: it was taken from a company and kept that company's
 * credentials; refused: the source does not accept the account; proxy_failed: the proxy failed several times in a row.
 */
export const BLOCK_REASONS = ['staff', 'company_changed', 'refused', 'proxy_failed'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/**
 * What changes the state of an account, apart from leases. reset, block, unblock and unlink are actions of staff;
 * `company_changed` follows from a change of the company without new credentials.
 */
export const SERVICE_ACCOUNT_STEPS = ['reset', 'block', 'unblock', 'unlink', 'company_changed'] as const;
export type ServiceAccountStep = (typeof SERVICE_ACCOUNT_STEPS)[number];

/** The state after each step. A step whose state is the same changes no state; `busy` is left by ending the lease. */
export const SERVICE_ACCOUNT_TRANSITIONS: Readonly<Record<ServiceAccountState, Readonly<Record<ServiceAccountStep, ServiceAccountState>>>> =
  {
    ready: { reset: 'ready', block: 'blocked', unblock: 'ready', unlink: 'ready', company_changed: 'blocked' },
    busy: { reset: 'ready', block: 'blocked', unblock: 'busy', unlink: 'ready', company_changed: 'blocked' },
    blocked: { reset: 'ready', block: 'blocked', unblock: 'ready', unlink: 'blocked', company_changed: 'blocked' },
    limited: { reset: 'ready', block: 'blocked', unblock: 'limited', unlink: 'limited', company_changed: 'blocked' },
    wait_code: { reset: 'ready', block: 'blocked', unblock: 'wait_code', unlink: 'wait_code', company_changed: 'blocked' },
  };

export const PROXY_STEPS = ['block', 'unblock', 'unlink'] as const;
export type ProxyStep = (typeof PROXY_STEPS)[number];

/** As for accounts. A proxy holds nothing of a company, so it may serve others after it was unlinked. */
export const PROXY_TRANSITIONS: Readonly<Record<ProxyState, Readonly<Record<ProxyStep, ProxyState>>>> = {
  ready: { block: 'blocked', unblock: 'ready', unlink: 'ready' },
  busy: { block: 'blocked', unblock: 'busy', unlink: 'ready' },
  blocked: { block: 'blocked', unblock: 'ready', unlink: 'blocked' },
};

/** What a person does to an account by itself; a company is left by `unlink`, or by a change of the account. */
export type ServiceAccountAction = Exclude<ServiceAccountStep, 'company_changed'>;

/** The steps that staff are offered in each state. `unlink` depends on company and task instead (libs/rules/src/fleet/pool-actions.ts). */
export const SERVICE_ACCOUNT_OFFERS: Readonly<Record<ServiceAccountState, readonly Exclude<ServiceAccountAction, 'unlink'>[]>> = {
  ready: ['block'],
  busy: ['reset'],
  blocked: ['reset', 'unblock'],
  limited: ['reset'],
  wait_code: ['reset'],
};

/** As for accounts; a proxy has no reset. */
export const PROXY_OFFERS: Readonly<Record<ProxyState, readonly Exclude<ProxyStep, 'unlink'>[]>> = {
  ready: ['block'],
  busy: [],
  blocked: ['unblock'],
};

/** What an account or a proxy is leased for. */
export const LEASE_PURPOSES = ['crawl', 'discovery'] as const;
export type LeasePurpose = (typeof LEASE_PURPOSES)[number];

/**
 * What brings an account of Telegram from one state to another, apart from the steps of every account. code_sent: Telegram sent a code;
 * signed_in: the code and the password were accepted; run: crawlers may use it; stop: they may not.
 */
export const TELEGRAM_ACCOUNT_STEPS = ['code_sent', 'signed_in', 'run', 'stop', 'signed_out'] as const;
export type TelegramAccountStep = (typeof TELEGRAM_ACCOUNT_STEPS)[number];

/** The state after each step; a step that is not listed is refused. An account that crawlers use is stopped before it signs in again, or out. */
export const TELEGRAM_ACCOUNT_TRANSITIONS: Readonly<
  Record<ServiceAccountState, Readonly<Partial<Record<TelegramAccountStep, ServiceAccountState>>>>
> = {
  ready: { code_sent: 'wait_code', signed_in: 'ready', run: 'busy', stop: 'blocked', signed_out: 'ready' },
  busy: { run: 'busy', stop: 'blocked' },
  limited: { run: 'limited', stop: 'blocked' },
  blocked: { code_sent: 'wait_code', signed_in: 'ready', run: 'busy', stop: 'blocked', signed_out: 'blocked' },
  wait_code: { code_sent: 'wait_code', signed_in: 'ready', stop: 'blocked' },
};

/** How far an account of Telegram is signed in: a code or the password is due, or it is; ended: Telegram ended its session, and it signs in again. */
export const TELEGRAM_SIGN_IN_STAGES = ['code', 'password', 'signed_in', 'ended'] as const;
export type TelegramSignInStage = (typeof TELEGRAM_SIGN_IN_STAGES)[number];

/** Why Telegram does not sign an account in. */
export const TELEGRAM_REFUSALS = [
  'phone_invalid',
  'phone_banned',
  'not_registered',
  'api_invalid',
  'code_invalid',
  'code_expired',
  'password_invalid',
  'flood',
  'proxy_failed',
  'unavailable',
] as const;
export type TelegramRefusal = (typeof TELEGRAM_REFUSALS)[number];

/**
 * A channel of Telegram. waiting: not read whole yet; reading: a pass runs or waits for its turn; ready: read up to `last_read`; failed: the last
 * try failed, and it is tried again; idle: no running task names it.
 */
export const TELEGRAM_CHAT_STATUSES = ['waiting', 'reading', 'ready', 'failed', 'idle'] as const;
export type TelegramChatStatus = (typeof TELEGRAM_CHAT_STATUSES)[number];

/** Sources whose accounts staff can check; an account of Telegram is tried by signing it in. */
export const CHECKED_SOURCES: readonly ServiceAccountSource[] = SERVICE_ACCOUNT_SOURCES.filter((source) => source !== 'telegram');

/**
 * How a check of an account or a proxy ended. works: the source answered; refused: it does not accept the account; limited: it allows the
 * account nothing for a time; unavailable: it gave no usable answer; proxy_failed: the proxy cannot be reached, refuses, or does not connect to
 * the source; no_proxy: the account has none, and its source needs one; busy: crawlers used it all the time.
 */
export const POOL_CHECK_OUTCOMES = ['works', 'refused', 'limited', 'unavailable', 'proxy_failed', 'no_proxy', 'busy'] as const;
export type PoolCheckOutcome = (typeof POOL_CHECK_OUTCOMES)[number];

/** waiting: a crawler has not reported yet; unanswered: none did within POOL_CHECK_SECONDS. */
export const POOL_CHECK_STATES = ['waiting', 'unanswered', ...POOL_CHECK_OUTCOMES] as const;
export type PoolCheckState = (typeof POOL_CHECK_STATES)[number];

/** A check without an outcome is over after so long: a hundred that are asked at once take a crawler a minute or two. */
export const POOL_CHECK_SECONDS = 180;

/** What a check that found something working ends; a block by staff, and one for a changed company, stay. */
export const CHECK_ENDS: Readonly<Record<'account' | 'proxy', BlockReason>> = { account: 'refused', proxy: 'proxy_failed' };
