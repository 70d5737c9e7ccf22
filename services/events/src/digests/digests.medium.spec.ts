import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '@leakwatch/contracts';
import { buildService, CONSUMER, type Foundation, openFoundation, rows, SCHEDULER, type Scope, sql } from '@leakwatch/platform';
import { createTestEnvironment, type MailServer, startMailServer, testCaller, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { CreateRule } from '../blacklist/create-rule.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { TakeFindings } from '../intake/take-findings.ts';
import { eventsService } from '../service.ts';
import { claimDigest } from './digest-mail.store.ts';
import { type FactsOfOthers, startFactsOfOthers } from './facts-of-others.fixture.ts';
import { MakeDigests } from './make-digests.ts';
import { SendDigests } from './send-digests.ts';

const SECRET = 'a secret of tests that is long enough for keys';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type App = Awaited<ReturnType<typeof buildService>>;
let environment: TestEnvironment;
let foundation: Foundation;
let apps: App[];
let facts: FactsOfOthers;
let smtp: MailServer;

async function open(): Promise<{ foundation: Foundation; app: App }> {
  const opened = await openFoundation('events', [], environment.env);
  const app = await buildService(eventsService, opened);
  await app.init();
  return { foundation: opened, app };
}

beforeAll(async () => {
  facts = await startFactsOfOthers(SECRET);
  smtp = await startMailServer();
  environment = await createTestEnvironment({
    LEAKWATCH_SECRET: SECRET,
    TASKS_URL: facts.url,
    ADMIN_URL: facts.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LEAKWATCH_PUBLIC_URL: 'https://leaks.example',
  });
  const [first, second] = [await open(), await open()];
  apps = [first.app, second.app];
  foundation = first.foundation;
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await facts.close();
  await smtp.close();
  await environment.drop();
});

const part = <T>(type: new (...args: never[]) => T, at = 0): T => {
  const found = apps[at]?.get<T>(type);
  if (found === undefined) throw new Error('no service');
  return found;
};

/** A task whose recipients nobody else has. */
async function withTask(filters: readonly string[] = []) {
  const [organisation, task] = [randomUUID(), randomUUID()];
  const [irina, ann] = [`irina-${task}@corp.example`, `ann-${task}@corp.example`];
  facts.tasks.set(task, { title: 'Billing', recipients: [irina, ann] });
  facts.locales.set(ann, 'en');
  await foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`insert into events.task (task_id, organisation_id, version, title, filter_keywords, filter_mode)
          values (${task}, ${organisation}, 1, 'Billing', ${[...filters]}::text[], 'exclude')`,
    ),
  );
  const find = (count: number, over: Partial<Finding> = {}) =>
    part(TakeFindings).run(
      Array.from({ length: count }, () => ({
        id: randomUUID(),
        key: task,
        payload: makeFinding({ organisation_id: organisation, task_id: task, path: `src/${randomUUID().slice(0, 8)}.yml`, ...over }),
        publishedAt: new Date(),
      })),
    );
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email);
  return { organisation, task, irina, ann, find, mailsTo };
}

const after = (ms: number) => new Date(Date.now() + ms);
const query = (statement: ReturnType<typeof sql>, scope: Scope = SCHEDULER) =>
  foundation.database.inScope(scope, (em) => rows(em, statement));
/** As if the pause of every waiting mail were over. */
const hurry = () => query(sql`update events.digest_mail set next_try = now() where sent is null`);
async function everythingSent() {
  await part(SendDigests).run();
  await waitUntil('all mails', async () =>
    (await query(sql`select id from events.digest_mail where sent is null`)).length === 0 ? true : undefined,
  );
}

describe('digests', () => {
  it('tell each recipient once, in their language, where and never what', async () => {
    const { task, irina, ann, find, mailsTo } = await withTask();
    await find(12);
    await part(MakeDigests).run(after(2 * MINUTE_MS));
    await everythingSent();
    expect(mailsTo(irina)).toHaveLength(1);
    expect(mailsTo(ann)).toHaveLength(1);
    expect(mailsTo(irina)[0]?.subject).toBe('Leakwatch: 12 новых событий — Billing');
    const [mail] = mailsTo(ann);
    expect(mail?.subject).toBe('Leakwatch: 12 new events – Billing');
    expect(mail?.text).toContain(`https://leaks.example/?task=${task}`);
    expect(mail?.text.match(/- GitHub: acme\/shop, src\/\w+\.yml:2/g)).toHaveLength(10);
    expect(mail?.text).toContain('and 2 more');
    expect(mail?.text).not.toContain('romashka');
  });

  it('wait until a scan had its time, and then for the interval', async () => {
    const { ann, find, mailsTo } = await withTask();
    await find(1);
    await part(MakeDigests).run();
    await everythingSent();
    expect(mailsTo(ann)).toHaveLength(0);
    const first = after(2 * MINUTE_MS);
    await part(MakeDigests).run(first);
    await find(3);
    await part(MakeDigests).run(new Date(first.getTime() + HOUR_MS - 1000));
    await everythingSent();
    expect(mailsTo(ann)).toHaveLength(1);
    await part(MakeDigests).run(new Date(first.getTime() + HOUR_MS));
    await everythingSent();
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['Leakwatch: 1 new event – Billing', 'Leakwatch: 3 new events – Billing']);
  });

  it('are of open events alone', async () => {
    const { organisation, ann, find, mailsTo } = await withTask(['dummy']);
    const rule = { source_type: 'github', block_type: 'owner', rule_owner: 'evil', rule_repo: '', task: null, event: null } as const;
    await part(CreateRule).run(rule, testCaller(organisation));
    await find(1, { excerpt: { text: 'dummy', segments: [{ at: 0, line: 1 }], highlights: [], truncated: false } });
    await find(1, { container: { key: 'k', title: 'evil/repo', url: '', owner: 'evil' } });
    await part(MakeDigests).run(after(2 * MINUTE_MS));
    expect(await query(sql`select id from events.digest_mail where organisation_id = ${organisation}`)).toEqual([]);
    await find(2);
    // Somebody was faster than the mail.
    await query(sql`update events.event set status = 'false' where id = (select event_id from events.digest_item
      where organisation_id = ${organisation} limit 1)`);
    await part(MakeDigests).run(after(2 * HOUR_MS));
    await everythingSent();
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['Leakwatch: 1 new event – Billing']);
  });

  it('lose none and send none twice when the mail server is down for an hour', async () => {
    const { irina, ann, find, mailsTo } = await withTask();
    const { port } = smtp;
    await smtp.close();
    await find(2);
    await part(MakeDigests).run(after(2 * MINUTE_MS));
    for (let tries = 0; tries < 12; tries += 1) {
      await hurry();
      await Promise.all([part(SendDigests).run(), part(SendDigests, 1).run()]);
    }
    await find(3);
    await part(MakeDigests).run(after(2 * HOUR_MS));
    smtp = await startMailServer(port);
    await hurry();
    await Promise.all([part(SendDigests).run(), part(SendDigests, 1).run()]);
    await everythingSent();
    await hurry();
    await part(SendDigests).run();
    for (const email of [irina, ann]) {
      const mails = mailsTo(email);
      expect(mails.map(({ subject }) => /\d+/.exec(subject)?.[0]).sort()).toEqual(['2', '3']);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    }
  });

  it('are made and sent once by many at once', async () => {
    const { irina, ann, find, mailsTo } = await withTask();
    await find(5);
    const now = after(2 * MINUTE_MS);
    await Promise.all([0, 1, 0, 1, 0, 1].map((at) => part(MakeDigests, at).run(now)));
    await Promise.all([0, 1, 0, 1].map((at) => part(SendDigests, at).run()));
    await everythingSent();
    expect([mailsTo(irina).length, mailsTo(ann).length]).toEqual([1, 1]);
  });

  it('wait while nobody can say who the recipients are; of a task that is gone they are dropped', async () => {
    const [waiting, gone] = [await withTask(), await withTask()];
    await waiting.find(2);
    await gone.find(2);
    facts.tasks.delete(gone.task);
    facts.away = true;
    await part(MakeDigests).run(after(2 * MINUTE_MS));
    facts.away = false;
    await part(MakeDigests).run(after(3 * MINUTE_MS));
    await everythingSent();
    expect(waiting.mailsTo(waiting.ann)).toHaveLength(1);
    expect(gone.mailsTo(gone.ann)).toHaveLength(0);
    expect(await query(sql`select event_id from events.digest_item where task_id = ${gone.task}`)).toEqual([]);
  });

  it('that a process died over go out under the Message-ID that they had', async () => {
    const { irina, ann, find, mailsTo } = await withTask();
    await find(1);
    await part(MakeDigests).run(after(2 * MINUTE_MS));
    await everythingSent();
    // Died after the server took them and before that was written down.
    await query(sql`update events.digest_mail set sent = null, next_try = now() where email in (${irina}, ${ann})`);
    await everythingSent();
    for (const email of [irina, ann]) {
      const ids = mailsTo(email).map(({ messageId }) => messageId);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    }
    // While one is being tried nobody else takes it up.
    await query(sql`update events.digest_mail set sent = null, next_try = now() where email = ${irina}`);
    const claimed = await foundation.database.inScope(SCHEDULER, claimDigest);
    expect(claimed === undefined || claimed.email === irina).toBe(true);
    expect(await foundation.database.inScope(SCHEDULER, claimDigest)).toBeUndefined();
    await query(sql`update events.digest_mail set sent = now() where sent is null`);
  });

  it('are behind the wall', async () => {
    const { organisation, find } = await withTask();
    await find(1);
    const stranger: Scope = { kind: 'organisation', organisation: randomUUID() };
    for (const table of ['digest_item', 'digest_mail', 'digest_pace'])
      expect(await query(sql`select * from events.${sql.raw(table)}`, stranger)).toEqual([]);
    expect(await query(sql`select event_id from events.digest_item`, { kind: 'organisation', organisation })).toHaveLength(1);
  });
});
