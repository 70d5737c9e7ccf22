import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  epochKey,
  PENDING_SESSION_SECONDS,
  listSessions,
  sessionKey,
  sessionRecord,
  type SessionRecord,
  settingsAnswer,
  internalProfile,
} from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { linkIn, testCaller } from '@leakwatch/testing';
import { type AdminStage, OLD_PASSWORD, sessionOf, openAdminStage, anonymousCaller } from '../fixtures/admin-stage.fixture.ts';
import { isOpen as isSessionOpen } from '../fixtures/is-open.fixture.ts';
import { PASSWORD_LIMIT } from '../passwords/confirm-password.ts';

const NEW_PASSWORD = 'Vasilek-Na-Pole-7';

let stage: AdminStage;

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.close());

const isOpen = (session: string | null) => isSessionOpen(stage, session);

async function person(userAgent?: string): Promise<{ email: string; id: string; caller: Caller }> {
  const email = `${randomUUID()}@romashka.example`;
  const id = await stage.addPerson(email);
  return { email, id, caller: await signedIn(email, userAgent) };
}

async function signedIn(email: string, userAgent?: string, password = OLD_PASSWORD): Promise<Caller> {
  const caller = await stage.signIn(email, password, userAgent);
  if (caller === null) throw new Error('no sign-in');
  return caller;
}

const change = (caller: Caller, old: string, fresh: string) =>
  stage.ask('PATCH', '/api/password', { old_password: old, new_password: fresh }, caller);
const sessionsOf = async (caller: Caller) =>
  listSessions.answer.parse((await stage.ask('GET', '/api/profile/sessions', undefined, caller)).body);

describe('the own password', () => {
  it('changes with the old one: this browser stays signed in, all other sessions end, the owner gets a mail', async () => {
    const { email, caller } = await person();
    const other = await signedIn(email);
    const answer = await change(caller, OLD_PASSWORD, NEW_PASSWORD);
    expect(answer.status).toBe(200);
    expect([await isOpen(caller.session), await isOpen(other.session)]).toEqual([false, false]);
    expect(await isOpen(sessionOf(answer.cookies))).toBe(true);
    const mail = await stage.mails.newest(email);
    expect(mail.subject).toBe('Leakwatch: your password was changed');
    expect(mail.text).toContain(caller.address);
    expect(linkIn(mail).href).toBe('http://console.example/forgot');
  });

  it('is used as typed: with spaces and any letters, up to 256 characters', async () => {
    const { email, caller } = await person();
    const typed = `  Ромашка 2026 ${'x'.repeat(256)}`.slice(0, 254) + '  ';
    expect((await change(caller, OLD_PASSWORD, `${typed}x`)).status).toBe(400);
    expect((await change(caller, OLD_PASSWORD, typed)).status).toBe(200);
    for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, 72)]) expect(await stage.signIn(email, other)).toBeNull();
    expect(await stage.signIn(email, typed)).not.toBeNull();
  });

  it('is refused with the name of the wrong field', async () => {
    const { caller } = await person();
    const faults = async (old: string, fresh: string) => (await change(caller, old, fresh)).body;
    expect(await faults('Wrong-2026', NEW_PASSWORD)).toMatchObject({
      code: 'password_refused',
      fields: { old_password: 'password_wrong' },
    });
    for (const weak of ['Short-1', 'no-upper-case-1', 'NO-LOWER-CASE-1', 'No-Digit-Here'])
      expect(await faults(OLD_PASSWORD, weak)).toMatchObject({ fields: { new_password: 'password_weak' } });
    for (const common of ['Password1', 'qweRTY123', 'Password123'])
      expect(await faults(OLD_PASSWORD, common)).toMatchObject({ fields: { new_password: 'password_common' } });
    expect(await faults(OLD_PASSWORD, 'Romashka-77')).toMatchObject({ fields: { new_password: 'password_of_context' } });
    expect(await faults(OLD_PASSWORD, OLD_PASSWORD)).toMatchObject({ fields: { new_password: 'password_same' } });
    expect(await isOpen(caller.session)).toBe(true);
  });

  it('does not expire', async () => {
    const { email, id } = await person();
    await stage.sql(
      sql`update admin.account set password_changed = now() - interval '9 years', created = now() - interval '10 years' where id = ${id}`,
    );
    const caller = await signedIn(email);
    expect((await stage.ask('GET', internalProfile.path, undefined, { ...caller, service: 'gateway' })).body).toMatchObject({
      change_password: false,
    });
  });

  it('cannot be changed while the second factor is pending, and cannot be guessed', async () => {
    const { caller } = await person();
    expect((await change(anonymousCaller(), OLD_PASSWORD, NEW_PASSWORD)).code).toBe('not_authenticated');
    expect((await change({ ...caller, pending: true }, OLD_PASSWORD, NEW_PASSWORD)).code).toBe('second_factor_due');
    const both = { old_password: OLD_PASSWORD, code: 'x', new_password: NEW_PASSWORD };
    expect((await stage.ask('PATCH', '/api/password', both, caller)).code).toBe('invalid_request');
    expect((await stage.ask('PATCH', '/api/password', { new_password: NEW_PASSWORD }, caller)).code).toBe('invalid_request');
    let last = await change(caller, 'Wrong-2026', NEW_PASSWORD);
    for (let at = 1; at <= PASSWORD_LIMIT.attempts; at += 1) last = await change(caller, 'Wrong-2026', NEW_PASSWORD);
    expect(last.code).toBe('too_many_requests');
  });

  it('stays changed when a sign-in with the old one was under way', async () => {
    const { id, caller } = await person();
    const answer = await change(caller, OLD_PASSWORD, NEW_PASSWORD);
    expect(await stage.redis.get(epochKey(id))).toBe('2');
    // The sign-in read the account before the change, and opens the session after it.
    const { SessionStore } = await import('../sessions/session.store.ts');
    const late = new SessionStore(stage.redis, stage.foundation.settings);
    await late.announceEpoch(id, 1);
    expect(await stage.redis.get(epochKey(id))).toBe('2');
    expect(await isOpen(sessionOf(answer.cookies))).toBe(true);
  });
});

describe('the own sessions', () => {
  it('are listed with program and address, and one of them can be ended', async () => {
    const { email, caller } = await person('Firefox');
    const other = await signedIn(email, 'Chrome');
    const stranger = await person();
    const listed = await sessionsOf(caller);
    expect(listed.map(({ current, user_agent: agent, address }) => ({ current, agent, address }))).toEqual([
      { current: true, agent: 'Firefox', address: caller.address },
      { current: false, agent: 'Chrome', address: other.address },
    ]);
    expect(JSON.stringify(listed)).not.toContain(caller.session);
    const id = listed[1]?.id ?? '';
    const end = (by: Caller, password = OLD_PASSWORD) => stage.ask('POST', `/api/profile/sessions/${id}/end`, { password }, by);
    expect((await end(stranger.caller)).code).toBe('not_found');
    expect((await end(caller, 'Wrong-2026')).body).toMatchObject({ code: 'password_refused', fields: { password: 'password_wrong' } });
    expect((await end(caller)).status).toBe(200);
    expect([await isOpen(caller.session), await isOpen(other.session)]).toEqual([true, false]);
    expect(await sessionsOf(caller)).toHaveLength(1);
  });

  it('with a pending second factor were last active when they began, and none is listed after it expired', async () => {
    const { email, caller } = await person();
    const [pending, old] = [await signedIn(email), await signedIn(email)];
    const put = async (hash: string | null, change: Partial<SessionRecord>, seconds: number) => {
      const record = sessionRecord.parse(JSON.parse((await stage.redis.get(sessionKey(hash ?? ''))) ?? ''));
      await stage.redis.set(sessionKey(hash ?? ''), JSON.stringify({ ...record, ...change }), 'EX', seconds);
    };
    await put(pending.session, { pending: true }, PENDING_SESSION_SECONDS);
    await put(old.session, { created: Math.floor(Date.now() / 1000) - stage.foundation.settings.SESSION_ABSOLUTE_SECONDS - 1 }, 600);
    const [, waiting, ...others] = await sessionsOf(caller);
    expect(others).toEqual([]);
    expect(Date.parse(waiting?.last_active ?? '')).toBeGreaterThanOrEqual(Date.parse(waiting?.created ?? '') - 2_000);
  });

  it('that end while their locale changes stay ended', async () => {
    const { caller } = await person();
    const { SessionStore } = await import('../sessions/session.store.ts');
    const ending = Object.assign(Object.create(stage.redis), {
      get: async (key: string) => {
        const record = await stage.redis.get(key);
        await stage.redis.del(key);
        return record;
      },
    });
    await new SessionStore(ending, stage.foundation.settings).setLocale(caller.session ?? '', 'en');
    expect(await isOpen(caller.session)).toBe(false);
  });

  it('of an older epoch are not listed', async () => {
    const { email, id } = await person();
    await stage.sql(sql`update admin.account set epoch = epoch + 1 where id = ${id}`);
    const later = await signedIn(email);
    expect(await sessionsOf(later)).toHaveLength(1);
  });

  it('can be ended, all but this one', async () => {
    const { email, caller } = await person();
    const others = [await signedIn(email), await signedIn(email)];
    const end = (password: string) => stage.ask('POST', '/api/profile/sessions/end_others', { password }, caller);
    expect((await end('Wrong-2026')).code).toBe('password_refused');
    for (const other of others) expect(await isOpen(other.session)).toBe(true);
    const answer = await end(OLD_PASSWORD);
    expect(answer.status).toBe(200);
    const here = sessionOf(answer.cookies);
    expect(await isOpen(here)).toBe(true);
    for (const other of others) expect(await isOpen(other.session)).toBe(false);
    expect(await sessionsOf({ ...caller, session: here })).toHaveLength(1);
  });
});

describe('an account that staff created', () => {
  const staff = testCaller(null, { staff: true });
  const create = (email: string, more: object) =>
    stage.ask('POST', '/api/control/accounts', { email, username: 'new', locale: 'en', ...more }, staff);

  it('without a password gets a welcome mail with a link to set one', async () => {
    const email = `${randomUUID()}@romashka.example`;
    expect((await create(email, {})).status).toBe(200);
    const link = linkIn(await stage.mails.newest(email));
    expect(link.pathname).toBe('/welcome');
    const code = link.searchParams.get('code') ?? '';
    const [stored] = await stage.sql(
      sql<{
        days: number;
      }>`select extract(day from expires - c.created)::int as days from admin.link_code c join admin.account a on a.id = account_id where a.email = ${email}`,
    );
    expect(stored?.days).toBe(7);
    expect((await stage.ask('PATCH', '/api/password', { code, new_password: NEW_PASSWORD })).status).toBe(200);
    expect(await stage.signIn(email, NEW_PASSWORD)).not.toBeNull();
  });

  it('with a password to change reports it until it is changed', async () => {
    const email = `${randomUUID()}@romashka.example`;
    expect((await create(email, { default_password: 'Password123' })).body).toMatchObject({
      fields: { default_password: 'password_common' },
    });
    const given = 'Podorozhnik-77';
    await create(email, { default_password: given, change_password: true });
    const caller = await signedIn(email, 'jest', given);
    const due = async (who: Caller) => {
      const answer = await stage.ask('GET', '/internal/identity', undefined, { ...who, service: 'gateway' });
      return settingsAnswer.pick({ change_password: true }).parse(answer.body).change_password;
    };
    expect(await due(caller)).toBe(true);
    await change(caller, given, NEW_PASSWORD);
    expect(await due(caller)).toBe(false);
    expect(stage.mails.mails.filter((mail) => mail.to === email && mail.subject.includes('welcome'))).toEqual([]);
  });
});
