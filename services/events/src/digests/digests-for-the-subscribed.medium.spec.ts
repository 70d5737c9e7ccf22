import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '@leakwatch/platform';
import { startMailServer } from '@leakwatch/testing';
import { after, type DigestPlace, HOUR_MS, MINUTE_MS, openDigestPlace, withTask } from './digests.fixture.ts';
import { DeliverToTelegram } from './deliver-to-telegram.ts';
import { MakeDigests } from './make-digests.ts';
import { SendMails } from './send-mails.ts';

let place: DigestPlace;
beforeAll(async () => {
  place = await openDigestPlace();
});
afterAll(() => place.close());

/** An organisation with a task, and with readers of its own choice. */
async function withReaders({ chats = false, subscribed = true }) {
  const made = await withTask(place);
  const olga = `olga-${made.task}@corp.example`;
  place.facts.organisations.set(made.organisation, { subscribed: subscribed ? [{ email: olga, locale: 'en' }] : [], has_chats: chats });
  const handed = () => place.facts.handed.filter(({ organisation }) => organisation === made.organisation);
  return { ...made, olga, handed };
}
const make = (ms = 2 * MINUTE_MS) => place.part(MakeDigests).run(after(ms));

describe('who switched notifications by e-mail on', () => {
  it('gets the digest of each task of the organisation; the mail says why, and how to end it', async () => {
    const { task, irina, olga, find, mailsTo, handed } = await withReaders({});
    place.facts.tasks.set(task, { title: 'Billing', recipients: [irina] });
    await find(2);
    await make();
    await place.everythingSent();
    expect(mailsTo(olga).map(({ subject }) => subject)).toEqual(['Leakwatch: 2 new events – Billing']);
    expect(mailsTo(olga)[0]?.text).toContain('because e-mail notifications are on');
    expect(mailsTo(olga)[0]?.text).toContain('https://leaks.example/settings');
    expect(mailsTo(irina)[0]?.text).toContain('указаны получателем задачи');
    expect(handed()).toEqual([]);
  });

  it('gets it of a task without recipients too', async () => {
    const { task, olga, find, mailsTo } = await withReaders({});
    place.facts.tasks.set(task, { title: 'Billing', recipients: [] });
    await find(1);
    await make();
    await place.everythingSent();
    expect(mailsTo(olga)).toHaveLength(1);
  });

  it('gets one mail where the task names them as well, however it spells them', async () => {
    const { task, olga, find } = await withReaders({});
    const spelled = `Olga-${task}@Corp.example`;
    place.facts.tasks.set(task, { title: 'Billing', recipients: [spelled, spelled.toUpperCase()] });
    await find(1);
    await make();
    await place.everythingSent();
    expect(place.smtp.mails.filter(({ to }) => to.toLowerCase() === olga)).toHaveLength(1);
  });

  it('gets nothing after they switched it off, moved or were deactivated, though the events were found before', async () => {
    const { organisation, ann, olga, find, mailsTo } = await withReaders({});
    await find(1);
    // Admin does not name them any more, whatever the reason.
    place.facts.organisations.set(organisation, { subscribed: [], has_chats: false });
    await make();
    await place.everythingSent();
    expect([mailsTo(ann).length, mailsTo(olga).length]).toEqual([1, 0]);
  });

  it('gets nothing of a mail that waited for its server meanwhile; who stayed gets theirs', async () => {
    const { organisation, ann, olga, find, mailsTo } = await withReaders({});
    const stays = { email: `stays-${olga}`, locale: 'en' as const };
    place.facts.organisations.set(organisation, { subscribed: [{ email: olga, locale: 'en' }, stays], has_chats: false });
    await find(1);
    await make();
    await place.smtp.close();
    await place.part(SendMails).run();
    place.facts.organisations.set(organisation, { subscribed: [stays], has_chats: false });
    place.smtp = await startMailServer(place.smtp.port);
    await place.hurry();
    await place.everythingSent();
    expect([ann, stays.email, olga].map((email) => mailsTo(email).length)).toEqual([1, 1, 0]);
  });

  it('gets nothing of a task that is deleted', async () => {
    const { task, olga, find, mailsTo, handed } = await withReaders({ chats: true });
    await find(1);
    place.facts.tasks.delete(task);
    await make();
    await place.everythingSent();
    expect(mailsTo(olga)).toEqual([]);
    expect(handed()).toEqual([]);
  });
});

describe('digests for chats', () => {
  it('are handed to admin once, in each language, with no more than a mail has', async () => {
    const { organisation, task, find, handed } = await withReaders({ chats: true, subscribed: false });
    await find(12);
    await make();
    await place.everythingSent();
    await place.everythingSent();
    const [digest, ...more] = handed();
    expect(more).toEqual([]);
    expect(digest?.organisation).toBe(organisation);
    expect(digest?.texts.en).toContain('12 new events');
    expect(digest?.texts.ru).toContain('12 новых событий');
    for (const text of Object.values(digest?.texts ?? {})) {
      expect(text).toContain(`https://leaks.example/?task=${task}`);
      expect(text.match(/- GitHub: acme\/shop, src\/\w+\.yml:2/g)).toHaveLength(10);
      expect(text).not.toContain('romashka');
    }
  });

  it('go out beside the mails of the same digest', async () => {
    const { irina, olga, find, mailsTo, handed } = await withReaders({ chats: true });
    await find(1);
    await make();
    await place.everythingSent();
    expect([mailsTo(irina).length, mailsTo(olga).length, handed().length]).toEqual([1, 1, 1]);
  });

  it('lose none and bring none twice when admin is away for an hour', async () => {
    const { olga, find, mailsTo, handed } = await withReaders({ chats: true });
    await find(2);
    await make();
    place.facts.away = true;
    for (let tries = 0; tries < 12; tries += 1) {
      await place.hurry();
      await Promise.all([place.part(DeliverToTelegram).run(), place.part(DeliverToTelegram, 1).run()]);
    }
    // What is found meanwhile waits for admin before it becomes a digest.
    await find(3);
    await make(2 * HOUR_MS);
    expect(handed()).toEqual([]);
    place.facts.away = false;
    await place.hurry();
    await Promise.all([place.part(DeliverToTelegram).run(), place.part(DeliverToTelegram, 1).run()]);
    await make(2 * HOUR_MS);
    await place.everythingSent();
    await place.hurry();
    await place.everythingSent();
    expect(handed().map(({ texts }) => /\d+/.exec(texts.en)?.[0])).toEqual(['2', '3']);
    expect(mailsTo(olga)).toHaveLength(2);
  });

  it('come again under the id that they had when the answer was lost', async () => {
    const { find, handed } = await withReaders({ chats: true });
    await find(1);
    await make();
    place.facts.losesAnswers = true;
    await place.part(DeliverToTelegram).run();
    place.facts.losesAnswers = false;
    await place.hurry();
    await place.everythingSent();
    const ids = handed().map(({ digest }) => digest);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('are given up after four days', async () => {
    const { organisation, find, handed } = await withReaders({ chats: true });
    await find(1);
    await make();
    place.facts.away = true;
    await place.query(sql`update events.digest_telegram set created = now() - interval '5 days' where organisation_id = ${organisation}`);
    await place.hurry();
    await place.part(DeliverToTelegram).run();
    place.facts.away = false;
    expect(handed()).toEqual([]);
    expect(await place.query(sql`select id from events.digest_telegram where organisation_id = ${organisation}`)).toEqual([]);
  });
});
