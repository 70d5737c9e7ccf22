import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Hex, sql } from '@leakwatch/platform';
import { linkIn, startMailServer, waitUntil } from '@leakwatch/testing';
import { type AdminStage, OLD_PASSWORD, openAdminStage, anonymousCaller } from '../fixtures/admin-stage.fixture.ts';
import { isOpen as isSessionOpen } from '../fixtures/is-open.fixture.ts';
import { RECOVERY_LIMITS } from './request-recovery.ts';

const NEW_PASSWORD = 'Vasilek-Na-Pole-7';

let stage: AdminStage;

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.close());

const recover = (email: string, from = anonymousCaller()) => stage.ask('POST', '/api/recovery', { email }, from);
const setByCode = (code: string, password = NEW_PASSWORD) => stage.ask('PATCH', '/api/password', { code, new_password: password });
const check = (code: string) => stage.ask('POST', '/api/password/check_code', { code });

/** The code in the recovery mail. */
async function codeFor(email: string, count = 1): Promise<string> {
  expect((await recover(email)).status).toBe(200);
  return linkIn(await stage.mails.newest(email, count)).searchParams.get('code') ?? '';
}

const isOpen = (session: string | null) => isSessionOpen(stage, session);

const person = async (locale?: 'ru' | 'en') => {
  const email = `${randomUUID()}@romashka.example`;
  return { email, id: await stage.addPerson(email, locale) };
};

describe('recovery', () => {
  it('sends a link in the account’s language; the new password works, the old one and old sessions do not', async () => {
    const { email } = await person('ru');
    const before = await stage.signIn(email, OLD_PASSWORD);
    const code = await codeFor(email);
    const mail = await stage.mails.newest(email);
    expect(mail.subject).toBe('Leakwatch: восстановление пароля');
    expect(linkIn(mail).href).toBe(`http://console.example/recovery?code=${code}`);
    expect(await check(code)).toMatchObject({ status: 200, body: { purpose: 'recovery', email } });
    const answer = await setByCode(code);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.cookies.every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
    expect(await isOpen(before?.session ?? '')).toBe(false);
    expect(await stage.signIn(email, OLD_PASSWORD)).toBeNull();
    expect(await isOpen((await stage.signIn(email, NEW_PASSWORD))?.session ?? '')).toBe(true);
    expect((await stage.mails.newest(email, 2)).subject).toBe('Leakwatch: пароль изменён');
  });

  it('accepts a code once, also from twenty at the same time, and revokes the other codes of the account', async () => {
    const { email } = await person();
    const first = await codeFor(email);
    const second = await codeFor(email, 2);
    expect(first).not.toBe(second);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => setByCode(first, `${NEW_PASSWORD}-${at}`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => `${answer.status} ${answer.code}`))).toEqual(
      new Set(['400 code_invalid']),
    );
    for (const code of [first, second]) {
      expect((await setByCode(code)).code).toBe('code_invalid');
      expect((await check(code)).code).toBe('code_invalid');
    }
  });

  it('refuses a code after an hour, and for an account that was deactivated', async () => {
    const { email, id } = await person();
    const code = await codeFor(email);
    const [stored] = await stage.sql(
      sql<{
        seconds: number;
      }>`select extract(epoch from expires - created)::int as seconds from admin.link_code where hash = ${sha256Hex(code)}`,
    );
    expect(stored?.seconds).toBe(3600);
    await stage.sql(sql`update admin.account set active = false where id = ${id}`);
    expect((await check(code)).code).toBe('code_invalid');
    await stage.sql(sql`update admin.account set active = true where id = ${id}`);
    expect((await check(code)).status).toBe(200);
    await stage.sql(sql`update admin.link_code set expires = now() - interval '1 second' where hash = ${sha256Hex(code)}`);
    expect((await check(code)).code).toBe('code_invalid');
    expect((await setByCode(code)).code).toBe('code_invalid');
  });

  it('ends the session of the browser that uses the link, also when it is of another account', async () => {
    const [mine, other] = [await person(), await person()];
    const caller = await stage.signIn(other.email, OLD_PASSWORD);
    if (caller?.session == null) throw new Error('not signed in');
    const code = await codeFor(mine.email);
    expect((await stage.ask('PATCH', '/api/password', { code, new_password: OLD_PASSWORD }, caller)).code).toBe('password_refused');
    expect(await isOpen(caller.session)).toBe(true);
    const answer = await stage.ask('PATCH', '/api/password', { code, new_password: NEW_PASSWORD }, caller);
    expect(answer.cookies.every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
    expect(await isOpen(caller.session)).toBe(false);
  });

  it('accepts an e-mail with surrounding spaces and in capitals, and no other text', async () => {
    const { email } = await person();
    expect((await recover(`  ${email.toUpperCase()}\n`)).status).toBe(200);
    expect(linkIn(await stage.mails.newest(email)).pathname).toBe('/recovery');
    for (const text of ['', '   ', 'nobody', 'a b@romashka.example', 'a\0@romashka.example', `${'x'.repeat(250)}@romashka.example`])
      expect({ text, code: (await recover(text)).code }).toEqual({ text, code: 'invalid_request' });
  });

  it('gives the same answer for every e-mail, and sends no mail without an account', async () => {
    const { email } = await person();
    const nobody = `${randomUUID()}@romashka.example`;
    const [known, unknown] = [await recover(email), await recover(nobody)];
    expect(unknown).toEqual(known);
    await stage.mails.newest(email);
    await waitUntil(
      'the mail without an account is dropped',
      async () => (await stage.sql(sql`select id from admin.mail where email = ${nobody}`)).length === 0,
    );
    expect(stage.mails.mails.filter((mail) => mail.to === nobody)).toEqual([]);
    expect((await recover('no address')).status).toBe(400);
  });

  it('limits the mails of an account without saying so, and the requests of an address', async () => {
    const { email } = await person();
    const { attempts } = RECOVERY_LIMITS.account;
    const answers = [];
    for (let asked = 0; asked < attempts + 2; asked += 1) answers.push(await recover(email));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await stage.mails.newest(email, attempts);
    const [queued] = await stage.sql(sql<{ n: number }>`select count(*)::int as n from admin.mail where email = ${email}`);
    expect(queued?.n).toBe(attempts);
    const from = anonymousCaller();
    let last = await recover('a@b.example', from);
    for (let asked = 1; asked <= RECOVERY_LIMITS.address.attempts; asked += 1) last = await recover(`${asked}@b.example`, from);
    expect(last).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await recover('a@c.example')).status).toBe(200);
  });

  it('stores no code in any table', async () => {
    const { email } = await person();
    const code = await codeFor(email);
    const tables = await stage.sql(
      sql<{ name: string }>`select relname as name from pg_class where relnamespace = 'admin'::regnamespace and relkind = 'r'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['mail', 'link_code', 'account']));
    for (const { name } of tables.filter((table) => table.name !== 'migration')) {
      const rows = await stage.sql(sql<{ text: string }>`select t::text as text from ${sql.table(`admin.${name}`)} t`);
      expect(rows.filter(({ text }) => text.includes(code))).toEqual([]);
    }
    for (const key of await stage.redis.keys('*')) expect(key).not.toContain(code);
  });

  it('loses no mail while the mail server is down', async () => {
    const { email } = await person();
    const { port } = stage.mails;
    await stage.mails.close();
    expect((await recover(email)).status).toBe(200);
    await waitUntil(
      'an attempt',
      async () => (await stage.sql(sql`select id from admin.mail where email = ${email} and attempts > 0`)).length === 1,
    );
    const again = await startMailServer(port);
    const code = linkIn(await again.newest(email)).searchParams.get('code') ?? '';
    expect((await check(code)).status).toBe(200);
    await again.close();
  });
});
