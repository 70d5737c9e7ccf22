import { randomUUID } from 'node:crypto';
import { errorAnswer } from '@leakwatch/contracts';
import {
  buildService,
  type Caller,
  type Foundation,
  IDENTITY,
  newId,
  openFoundation,
  rows,
  SCHEDULER,
  sha256Hex,
  sql,
} from '@leakwatch/platform';
import { callerHeaders, createTestEnvironment, type MailServer, startMailServer, testCaller } from '@leakwatch/testing';
import { addAccount } from '../accounts/account.store.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { adminService } from '../service.ts';
import type { AdminSettings } from '../settings.ts';

export const OLD_PASSWORD = 'Romashka-2026';

export interface Asked {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: unknown;
  readonly cookies: readonly string[];
}

export interface AdminStage {
  readonly foundation: Foundation<AdminSettings>;
  readonly mails: MailServer;
  /** Adds an account with OLD_PASSWORD; gives its id. */
  addPerson(email: string, locale?: 'ru' | 'en'): Promise<string>;
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, caller?: Caller): Promise<Asked>;
  /** Signs in; gives the caller that the gateway would make of the cookie. */
  signIn(email: string, password: string, userAgent?: string): Promise<Caller | null>;
  /** Runs a statement as the scheduler, who sees every row. */
  sql<T>(statement: Parameters<typeof rows<T>>[1]): Promise<T[]>;
  close(): Promise<void>;
}

/** Somebody from an address of their own, so that tests do not share what is counted for an address. */
export const anonymousCaller = (change: Partial<Caller> = {}): Caller =>
  testCaller(null, { account: null, address: randomUUID(), ...change });

/** The admin service on real PostgreSQL, Redis and SMTP. */
export async function openAdminStage(): Promise<AdminStage> {
  const mails = await startMailServer();
  const environment = await createTestEnvironment({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    LEAKWATCH_PUBLIC_URL: 'http://console.example',
  });
  const foundation = await openFoundation(adminService, environment.env);
  const app = await buildService(adminService, foundation);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const ask: AdminStage['ask'] = async (method, url, body, caller = anonymousCaller()) => {
    const answer = await app.inject({
      method,
      url,
      headers: callerHeaders(caller, environment.env),
      ...(body !== undefined && { payload: body }),
    });
    const parsed: unknown = answer.json();
    const refusal = errorAnswer.safeParse(parsed);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { status: answer.statusCode, code: refusal.success ? refusal.data.code : undefined, body: parsed, cookies };
  };
  return {
    foundation,
    mails,
    addPerson: async (email, locale = 'en') => {
      const id = newId();
      const password_hash = await hashPassword(OLD_PASSWORD);
      const names = { username: 'p', first_name: '', last_name: '' };
      const person = { id, organisation_id: null, email, ...names, password_hash, staff: false, locale, change_password: false };
      await foundation.database.inScope(IDENTITY, (em) => addAccount(em, person));
      return id;
    },
    ask,
    signIn: async (email, password, userAgent = 'jest') => {
      const from = anonymousCaller({ user_agent: userAgent });
      const answer = await ask('POST', '/api/login', { login: email, password }, from);
      return answer.status === 200 ? callerOf(answer, from, await accountIdOf(foundation, email)) : null;
    },
    sql: (statement) => foundation.database.inScope(SCHEDULER, (em) => rows(em, statement)),
    close: async () => {
      await app.close();
      await mails.close();
      await environment.drop();
    },
  };
}

async function accountIdOf(foundation: Foundation, email: string): Promise<string> {
  const [found] = await foundation.database.inScope(IDENTITY, (em) =>
    rows(em, sql<{ id: string }>`select id from admin.account where email = ${email}`),
  );
  return found?.id ?? '';
}

/** The session's hash is what the gateway finds in the cookie. */
function callerOf(answer: Asked, from: Caller, account: string): Caller {
  return { ...from, account: { id: account, username: 'p' }, session: sessionOf(answer.cookies) };
}

export function sessionOf(cookies: readonly string[]): string {
  const token = /^leakwatch=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '';
  return sha256Hex(token);
}
