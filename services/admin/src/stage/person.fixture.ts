import { createHmac, randomUUID } from 'node:crypto';
import { confirmTwoFactor, epochKey, sessionKey, sessionRecord } from '@leakwatch/contracts';
import {
  buildService,
  type Caller,
  createLogger,
  type Database,
  IDENTITY,
  openFoundation,
  openRedis,
  rows,
  sha256Hex,
  sql,
  STAFF,
} from '@leakwatch/platform';
import { callerHeaders, createTestEnvironment, testCaller } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { adminService } from '../service.ts';
import { hashPassword } from '../passwords/password-hash.ts';

type App = Awaited<ReturnType<typeof buildService>>;
export const PASSWORD = 'Romashka-2026';

/** The code of a seed, so many steps from now, by nothing but RFC 4226's own words: no library that the service uses. */
export function codeOf(seed: string, steps = 0, now = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...seed].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash.readUInt8(19) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Plays the gateway for one person: keeps the session that the service gave, and shows it as a signed caller. */
export class Person {
  caller: Caller = testCaller(null, { account: null });
  readonly email = `${randomUUID()}@corp.example`;
  readonly id = randomUUID();
  readonly organisation: string;

  constructor(
    private readonly app: App,
    private readonly redis: Redis,
    private readonly env: NodeJS.ProcessEnv,
    organisation: string = randomUUID(),
  ) {
    this.organisation = organisation;
  }

  async call(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, change: Partial<Caller> = {}) {
    const reply = await this.app.inject({
      method,
      url,
      headers: callerHeaders({ ...this.caller, ...change }, this.env),
      ...(body !== undefined && { payload: body }),
    });
    const token = /^leakwatch=([^;]+)/.exec(String([reply.headers['set-cookie']].flat()[0] ?? ''))?.[1];
    if (token !== undefined) await this.take(token);
    const answer: { code?: string } & Record<string, unknown> = reply.json();
    return { status: reply.statusCode, code: answer.code, answer };
  }

  /** Signs in with the password, in another browser; whether anything more is due stands in the caller. */
  signIn = () => this.call('POST', '/api/login/', { login: this.email, password: PASSWORD }, { account: null, session: null, half: false });

  /** Sets a second factor up. Gives the seed and the recovery codes. */
  async setUp() {
    const secret = String((await this.call('POST', '/api/profile/two_factor/add/')).answer['secret']);
    const confirmed = await this.confirm(codeOf(secret));
    return { secret, codes: confirmTwoFactor.answer.parse(confirmed.answer).recovery_codes };
  }

  confirm = (token: string, change: Partial<Caller> = {}) => this.call('POST', '/api/profile/two_factor/confirm/', { token }, change);

  private async take(token: string): Promise<void> {
    const session = sha256Hex(token);
    const record = sessionRecord.parse(JSON.parse((await this.redis.get(sessionKey(session))) ?? ''));
    const { account, organisation, staff, half } = record;
    this.caller = testCaller(organisation, { account, staff, half, session });
  }
}

/** The admin service on a database of its own. */
export interface TestAdmin {
  readonly app: App;
  readonly redis: Redis;
  readonly database: Database;
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** More connections than by default: many at once are to meet in PostgreSQL, not to wait for each other before it. */
const POOL = '10';

export async function openTestAdmin(env: NodeJS.ProcessEnv = {}): Promise<TestAdmin> {
  const environment = await createTestEnvironment({ DATABASE_POOL: POOL, ...env });
  const foundation = await openFoundation(adminService, environment.env);
  const app = await buildService(adminService, foundation);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const redis = openRedis(foundation.settings.REDIS_URL, createLogger('test', 'silent'), 'waits');
  const close = async () => {
    redis.disconnect();
    await app.close();
    await environment.drop();
  };
  return { app, redis, database: foundation.database, env: environment.env, close };
}

/** A new account in an organisation of its own, which makes a second factor mandatory or leaves it to its users. */
export async function makePerson(testAdmin: TestAdmin, mandatory = false, staff = false): Promise<Person> {
  const { app, redis, database, env } = testAdmin;
  const person = new Person(app, redis, env);
  const { organisation } = person;
  const tariff = randomUUID();
  await database.inScope(STAFF, async (em) => {
    await rows(
      em,
      sql`insert into admin.tariff (id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months)
          values (${tariff}, 'all_inclusive', ${tariff}, 1, 1, 1, 1)`,
    );
    await rows(
      em,
      sql`insert into admin.organisation (id, name, description, tariff_id, active, trusted, starts_at, expires_at, two_factor_users)
          values (${organisation}, ${organisation}, '', ${tariff}, true, true, now(), now() + interval '1 year', ${mandatory})`,
    );
  });
  await addPerson(testAdmin, person, staff);
  return person;
}

/** Another user of somebody's organisation. */
export async function makeColleague(testAdmin: TestAdmin, of: Person): Promise<Person> {
  const person = new Person(testAdmin.app, testAdmin.redis, testAdmin.env, of.organisation);
  await addPerson(testAdmin, person, false);
  return person;
}

async function addPerson({ database }: TestAdmin, { id, organisation, email }: Person, staff: boolean): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await database.inScope(IDENTITY, (em) =>
    rows(
      em,
      sql`insert into admin.account (id, organisation_id, email, username, password_hash, staff)
          values (${id}, ${organisation}, ${email}, 'irina', ${hash}, ${staff})`,
    ),
  );
}

/** What an account is told of its second factor. */
export const statusOf = async (person: Person) => (await person.call('GET', '/api/profile/two_factor/status/')).answer;

/** Whether a session would still open the gateway's doors. */
export async function isOpen({ redis }: TestAdmin, session: string | null): Promise<boolean> {
  const text = await redis.get(sessionKey(session ?? ''));
  if (text === null) return false;
  const record = sessionRecord.parse(JSON.parse(text));
  return Number(await redis.get(epochKey(record.account.id))) === record.epoch;
}

/** The one answer to wrong, used, late and unreadable codes. */
export const INVALID_CODE = { status: 400, code: 'two_factor_code_invalid' };
