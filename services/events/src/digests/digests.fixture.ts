import { randomUUID } from 'node:crypto';
import type { Finding } from '@leakwatch/contracts';
import { CONSUMER, type Database, openFoundation, rows, SCHEDULER, type Scope, sql } from '@leakwatch/platform';
import { buildTestService, createTestEnvironment, type MailServer, startMailServer, waitUntil } from '@leakwatch/testing';
import { makeFinding } from '../intake/findings.fixture.ts';
import { TakeFindings } from '../intake/take-findings.ts';
import { eventsService } from '../service.ts';
import { DigestSchedule } from './digest-schedule.ts';
import { type FactsOfOthers, startFactsOfOthers } from './facts-of-others.fixture.ts';
import { DeliverToTelegram } from './deliver-to-telegram.ts';
import { SendMails } from './send-mails.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const after = (ms: number) => new Date(Date.now() + ms);

/** Two events services on one database, with a mail server and the others' facts. Digests are made when a test says so. */
export interface DigestPlace {
  readonly database: Database;
  readonly facts: FactsOfOthers;
  /** Taken down and started again by tests. */
  smtp: MailServer;
  /** A part of the first service, or of the one at `at`. */
  part<T>(type: new (...args: never[]) => T, at?: number): T;
  query(statement: ReturnType<typeof sql>, scope?: Scope): Promise<unknown[]>;
  /** As if the pause of everything that waits were over. */
  hurry(): Promise<void>;
  /** Sends and delivers until nothing waits. */
  everythingSent(): Promise<void>;
  close(): Promise<void>;
}

export async function openDigestPlace(): Promise<DigestPlace> {
  const facts = await startFactsOfOthers();
  const smtp = await startMailServer();
  const environment = await createTestEnvironment({
    TASKS_URL: facts.url,
    ADMIN_URL: facts.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LEAKWATCH_PUBLIC_URL: 'https://leaks.example',
  });
  const open = async () => {
    const foundation = await openFoundation(eventsService, environment.env);
    const app = await buildTestService(eventsService, foundation);
    await app.init();
    // Only tests make and send, so that they know what happens when.
    await app.get(DigestSchedule).beforeApplicationShutdown();
    return { app, database: foundation.database };
  };
  const services = [await open(), await open()];
  const at = (index: number) => {
    const service = services[index];
    if (service === undefined) throw new Error('no service');
    return service;
  };
  const { database } = at(0);
  const query = (statement: ReturnType<typeof sql>, scope: Scope = SCHEDULER) => database.inScope(scope, (em) => rows(em, statement));
  const place: DigestPlace = {
    database,
    facts,
    smtp,
    part: (type, index = 0) => at(index).app.get(type),
    query,
    hurry: async () => {
      await query(sql`update events.digest_mail set next_try = now() where sent is null`);
      await query(sql`update events.digest_telegram set next_try = now() where sent is null`);
    },
    everythingSent: async () => {
      await Promise.all([place.part(SendMails).run(), place.part(DeliverToTelegram).run()]);
      const waiting = sql`select id from events.digest_mail where sent is null
        union all select id from events.digest_telegram where sent is null`;
      await waitUntil('all digests', async () => (await query(waiting)).length === 0);
    },
    close: async () => {
      for (const { app } of services) await app.close();
      await facts.close();
      await place.smtp.close();
      await environment.drop();
    },
  };
  return place;
}

/** A task of an organisation of its own, whose recipients nobody else has. */
export async function withTask(place: DigestPlace, filters: readonly string[] = []) {
  const { facts } = place;
  const [organisation, task] = [randomUUID(), randomUUID()];
  const [irina, ann] = [`irina-${task}@corp.example`, `ann-${task}@corp.example`];
  facts.tasks.set(task, { title: 'Billing', recipients: [irina, ann] });
  facts.locales.set(ann, 'en');
  await place.query(
    sql`insert into events.task (task_id, organisation_id, version, title, filter_keywords, filter_mode)
        values (${task}, ${organisation}, 1, 'Billing', ${[...filters]}::text[], 'exclude')`,
    CONSUMER,
  );
  const find = (count: number, over: Partial<Finding> = {}) =>
    place.part(TakeFindings).run(
      Array.from({ length: count }, () => ({
        id: randomUUID(),
        key: task,
        payload: makeFinding({ organisation_id: organisation, task_id: task, path: `src/${randomUUID().slice(0, 8)}.yml`, ...over }),
        publishedAt: new Date(),
      })),
    );
  const mailsTo = (email: string) => place.smtp.mails.filter(({ to }) => to === email);
  return { organisation, task, irina, ann, find, mailsTo };
}
