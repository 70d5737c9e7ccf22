import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCHEDULER, type Scope, sql } from '@leakwatch/platform';
import { startMailServer, testCaller, waitUntil } from '@leakwatch/testing';
import { CreateRule } from '../blacklist/create-rule.ts';
import { claimDigest } from './digest-outbox.store.ts';
import { after, type DigestPlace, HOUR_MS, MINUTE_MS, openDigestPlace, withTask } from './digests.fixture.ts';
import { MakeDigests } from './make-digests.ts';
import { SendMails } from './send-mails.ts';

let place: DigestPlace;
beforeAll(async () => {
  place = await openDigestPlace();
});
afterAll(() => place.close());

describe('digests', () => {
  it('reach each recipient once, in their language, and name places but never contents', async () => {
    const { task, irina, ann, find, mailsTo } = await withTask(place);
    await find(12);
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    await place.everythingSent();
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

  it('are not sent to a recipient outside the organisation who did not confirm, and have a link that stops them for one who did', async () => {
    const { irina, ann, find, mailsTo } = await withTask(place);
    place.facts.outside.set(irina, null);
    place.facts.outside.set(ann, 'stop-code');
    await find(1);
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    await place.everythingSent();
    await waitUntil('the mail that is not wanted is gone', async () => {
      const left = await place.query(sql`select id from events.digest_mail where email = ${irina}`);
      return left.length === 0 ? true : undefined;
    });
    expect(mailsTo(irina)).toEqual([]);
    expect(mailsTo(ann)[0]?.text).toContain('https://leaks.example/mails?code=stop-code');
    expect(mailsTo(ann)[0]?.unsubscribe).toBe('<https://leaks.example/mails?code=stop-code>');
  });

  it('have the logo of the organisation, and links to the console alone', async () => {
    const { task, organisation, ann, find, mailsTo } = await withTask(place);
    place.facts.logos.set(organisation, Buffer.from('a picture').toString('base64'));
    await find(1);
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    await place.everythingSent();
    const [mail] = mailsTo(ann);
    expect([...(mail?.pictures.values() ?? [])].map((picture) => Buffer.from(picture).toString())).toEqual(['a picture']);
    expect(mail?.html).toContain(`<img src="cid:${[...(mail?.pictures.keys() ?? [])].join('').replaceAll(/[<>]/g, '')}"`);
    expect(mail?.html).toContain(`<a href="https://leaks.example/?task=${task}">`);
    expect(mail?.text).toContain(`https://leaks.example/?task=${task}`);
  });

  it('wait until a scan had its time, and then for the interval', async () => {
    const { ann, find, mailsTo } = await withTask(place);
    await find(1);
    await place.part(MakeDigests).run();
    await place.everythingSent();
    expect(mailsTo(ann)).toHaveLength(0);
    const first = after(2 * MINUTE_MS);
    await place.part(MakeDigests).run(first);
    await find(3);
    await place.part(MakeDigests).run(new Date(first.getTime() + HOUR_MS - 1000));
    await place.everythingSent();
    expect(mailsTo(ann)).toHaveLength(1);
    await place.part(MakeDigests).run(new Date(first.getTime() + HOUR_MS));
    await place.everythingSent();
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['Leakwatch: 1 new event – Billing', 'Leakwatch: 3 new events – Billing']);
  });

  it('contain only open events', async () => {
    const { organisation, ann, find, mailsTo } = await withTask(place, ['dummy']);
    const rule = { source_type: 'github', block_type: 'owner', rule_owner: 'evil', rule_repo: '', task: null, event: null } as const;
    await place.part(CreateRule).run(rule, testCaller(organisation));
    await find(1, { excerpt: { text: 'dummy', segments: [{ at: 0, line: 1 }], highlights: [], truncated: false } });
    await find(1, { container: { key: 'k', title: 'evil/repo', url: '', owner: 'evil' } });
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    expect(await place.query(sql`select id from events.digest_mail where organisation_id = ${organisation}`)).toEqual([]);
    await find(2);
    // A person changed the status before the mail was made.
    await place.query(sql`update events.event set status = 'false' where id = (select event_id from events.digest_item
      where organisation_id = ${organisation} limit 1)`);
    await place.part(MakeDigests).run(after(2 * HOUR_MS));
    await place.everythingSent();
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['Leakwatch: 1 new event – Billing']);
  });

  it('lose none and send none twice when the mail server is down for an hour', async () => {
    const { irina, ann, find, mailsTo } = await withTask(place);
    const { port } = place.smtp;
    await place.smtp.close();
    await find(2);
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    for (let tries = 0; tries < 12; tries += 1) {
      await place.hurry();
      await Promise.all([place.part(SendMails).run(), place.part(SendMails, 1).run()]);
    }
    await find(3);
    await place.part(MakeDigests).run(after(2 * HOUR_MS));
    place.smtp = await startMailServer(port);
    await place.hurry();
    await Promise.all([place.part(SendMails).run(), place.part(SendMails, 1).run()]);
    await place.everythingSent();
    await place.hurry();
    await place.part(SendMails).run();
    for (const email of [irina, ann]) {
      const mails = mailsTo(email);
      expect(mails.map(({ subject }) => /\d+/.exec(subject)?.[0]).sort()).toEqual(['2', '3']);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    }
  });

  it('are made and sent once by many at once', async () => {
    const { irina, ann, find, mailsTo } = await withTask(place);
    await find(5);
    const now = after(2 * MINUTE_MS);
    await Promise.all([0, 1, 0, 1, 0, 1].map((at) => place.part(MakeDigests, at).run(now)));
    await Promise.all([0, 1, 0, 1].map((at) => place.part(SendMails, at).run()));
    await place.everythingSent();
    expect([mailsTo(irina).length, mailsTo(ann).length]).toEqual([1, 1]);
  });

  it('wait while the recipients are unknown; those of a deleted task are dropped', async () => {
    const [waiting, gone] = [await withTask(place), await withTask(place)];
    await waiting.find(2);
    await gone.find(2);
    place.facts.tasks.delete(gone.task);
    place.facts.away = true;
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    place.facts.away = false;
    await place.part(MakeDigests).run(after(3 * MINUTE_MS));
    await place.everythingSent();
    expect(waiting.mailsTo(waiting.ann)).toHaveLength(1);
    expect(gone.mailsTo(gone.ann)).toHaveLength(0);
    expect(await place.query(sql`select event_id from events.digest_item where task_id = ${gone.task}`)).toEqual([]);
  });

  it('that a process died over go out under the Message-ID that they had', async () => {
    const { irina, ann, find, mailsTo } = await withTask(place);
    await find(1);
    await place.part(MakeDigests).run(after(2 * MINUTE_MS));
    await place.everythingSent();
    // Died after the server took them and before that was written down.
    await place.query(sql`update events.digest_mail set sent = null, next_try = now() where email in (${irina}, ${ann})`);
    await place.everythingSent();
    for (const email of [irina, ann]) {
      const ids = mailsTo(email).map(({ messageId }) => messageId);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    }
    // No other process claims a digest that is being delivered.
    await place.query(sql`update events.digest_mail set sent = null, next_try = now() where email = ${irina}`);
    const claim = () => place.database.inScope(SCHEDULER, (em) => claimDigest(em, 'digest_mail'));
    const claimed = await claim();
    expect(claimed === undefined || claimed.email === irina).toBe(true);
    expect(await claim()).toBeUndefined();
    await place.query(sql`update events.digest_mail set sent = now() where sent is null`);
  });

  it('are protected by row-level security', async () => {
    const { organisation, find } = await withTask(place);
    await find(1);
    const stranger: Scope = { kind: 'organisation', organisation: randomUUID() };
    for (const table of ['digest_item', 'digest_mail', 'digest_telegram', 'digest_pace'])
      expect(await place.query(sql`select * from events.${sql.raw(table)}`, stranger)).toEqual([]);
    expect(await place.query(sql`select event_id from events.digest_item`, { kind: 'organisation', organisation })).toHaveLength(1);
  });
});
