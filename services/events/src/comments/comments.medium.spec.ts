import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMENTS_MAX, COMMENTS_SHOWN, eventComment } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { COMMENT_MAX } from '@leakwatch/rules';
import { testCaller } from '@leakwatch/testing';
import { z } from 'zod';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { WriteComment } from './write-comment.ts';

describe('comments', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  let ann: Caller;
  let bob: Caller;
  let stranger: Caller;
  const staff = testCaller(null, { staff: true });
  let event: string;

  beforeAll(async () => {
    events = await openEvents();
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    ann = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'ann' } });
    bob = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'bob' } });
    const other = await makeOwner(events);
    await publishOrganisation(events, other.of.organisation_id);
    stranger = other.user;
    await events.find(of, ['discussed', 'quiet', 'repeated']);
    event = await idAt('discussed');
  });
  afterAll(() => events.close());

  const idAt = async (path: string): Promise<string> => {
    const found = (await events.list(ann)).results.find((one) => one.file_path === path);
    if (found === undefined) throw new Error(`no event at ${path}`);
    return found.id;
  };
  const write = async (caller: Caller, text: string, of = event) => {
    const answer = await events.call(caller, 'POST', '/api/comments/', { event: of, text });
    return eventComment.parse(answer.json());
  };
  const listed = async (caller: Caller, of = event) =>
    z.array(eventComment).parse((await events.get(caller, `/api/comments/?event=${of}`)).json());
  const refusal = async (caller: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const answer = await events.call(caller, method, url, body);
    return `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`;
  };

  it('are listed oldest first; the row of the event holds the first and their number', async () => {
    for (const number of [1, 2, 3, 4, 5]) await write(number % 2 === 0 ? bob : ann, ` note ${number}\r\nmore `);
    const texts = [1, 2, 3, 4, 5].map((number) => `note ${number}\nmore`);
    expect((await listed(bob)).map(({ text }) => text)).toEqual(texts);
    const row = (await events.list(ann)).results.find(({ id }) => id === event);
    expect(row?.comments_count).toBe(5);
    expect(row?.comments).toEqual((await listed(ann)).slice(0, COMMENTS_SHOWN));
    expect(row?.comments[1]).toMatchObject({ event, username: 'bob', user: bob.account?.id });
  });

  it('that are sent again, as when no answer came, are not added twice; a comment of somebody else in between makes them new', async () => {
    const of = await idAt('repeated');
    const first = await write(ann, 'revoked', of);
    expect(await write(ann, 'revoked', of)).toEqual(first);
    expect((await Promise.all([write(ann, 'rotated', of), write(ann, 'rotated', of)])).map(({ text }) => text)).toEqual([
      'rotated',
      'rotated',
    ]);
    await write(bob, 'rotated', of);
    await write(ann, 'rotated', of);
    expect((await listed(ann, of)).map(({ text, username }) => `${username}: ${text}`)).toEqual([
      'ann: revoked',
      'ann: rotated',
      'bob: rotated',
      'ann: rotated',
    ]);
  });

  it('are changed and deleted by their author and by staff alone', async () => {
    const { id } = await write(ann, 'mine');
    const url = `/api/comments/${id}/`;
    expect(await refusal(bob, 'PATCH', url, { text: 'yours' })).toBe('403 comment_not_own');
    expect(await refusal(bob, 'DELETE', url)).toBe('403 comment_not_own');
    const changed = eventComment.parse((await events.call(ann, 'PATCH', url, { text: 'still mine', event: randomUUID() })).json());
    expect(changed).toMatchObject({ id, event, text: 'still mine', username: 'ann' });
    expect(changed.updated > changed.created).toBe(true);
    const corrected = eventComment.parse((await events.call(staff, 'PATCH', url, { text: 'corrected' })).json());
    expect([corrected.text, corrected.username]).toEqual(['corrected', 'ann']);
    expect(eventComment.parse((await events.get(bob, url)).json()).text).toBe('corrected');
    expect((await events.call(staff, 'DELETE', url)).json()).toEqual({ ok: true });
    expect(await refusal(ann, 'GET', url)).toBe('404 not_found');
    expect(await refusal(ann, 'DELETE', url)).toBe('404 not_found');
  });

  it('of another organisation are as missing as those that do not exist', async () => {
    const { id } = await write(ann, 'ours');
    for (const missing of [id, randomUUID()]) {
      expect(await refusal(stranger, 'GET', `/api/comments/${missing}/`)).toBe('404 not_found');
      expect(await refusal(stranger, 'PATCH', `/api/comments/${missing}/`, { text: 'x' })).toBe('404 not_found');
      expect(await refusal(stranger, 'DELETE', `/api/comments/${missing}/`)).toBe('404 not_found');
    }
    for (const missing of [event, randomUUID()]) {
      expect(await refusal(stranger, 'GET', `/api/comments/?event=${missing}`)).toBe('404 not_found');
      expect(await refusal(stranger, 'POST', '/api/comments/', { event: missing, text: 'x' })).toBe('404 not_found');
    }
    expect((await listed(ann)).some((one) => one.id === id)).toBe(true);
  });

  it.each([
    ['', 'comment_empty'],
    [' \r\n\t ', 'comment_empty'],
    ['x'.repeat(COMMENT_MAX + 1), 'comment_too_long'],
    ['a\0b', 'invalid_request'],
  ])('with the text %j are refused', async (text, code) => {
    const { id } = await write(ann, 'before');
    expect(await refusal(ann, 'POST', '/api/comments/', { event, text })).toBe(`400 ${code}`);
    expect(await refusal(ann, 'PATCH', `/api/comments/${id}/`, { text })).toBe(`400 ${code}`);
    expect(eventComment.parse((await events.get(ann, `/api/comments/${id}/`)).json()).text).toBe('before');
  });

  it('are refused with a name that they do not have', async () => {
    const { id } = await write(ann, 'before');
    const body = { text: 'after', author: 'bob' };
    for (const answer of [
      await events.call(ann, 'POST', '/api/comments/', { event, ...body }),
      await events.call(ann, 'PATCH', `/api/comments/${id}/`, body),
    ])
      expect(answer.json()).toMatchObject({ code: 'invalid_request', fields: { author: 'parameter_unknown' } });
    expect(eventComment.parse((await events.get(ann, `/api/comments/${id}/`)).json()).text).toBe('before');
  });

  it('are told to the open pages of the organisation of the event, each change of them and no refused one', async () => {
    const told: (readonly string[])[] = [];
    const live = {
      notify: (organisations: Iterable<string>, topics: readonly string[]) => void told.push([...organisations, ...topics]),
      close: () => Promise.resolve(),
    };
    const write = new WriteComment(events.foundation.database, live);
    const hint = [ann.organisation, 'events'];
    const { id } = await write.add(event, 'first', ann);
    expect(told.splice(0)).toEqual([hint]);
    await write.change(id, 'second', staff);
    expect(told.splice(0)).toEqual([hint]);
    await expect(write.change(id, 'third', bob)).rejects.toThrow('comment_not_own');
    await expect(write.remove(id, stranger)).rejects.toThrow('not_found');
    expect(told).toEqual([]);
    await write.remove(id, staff);
    expect(told).toEqual([hint]);
  });

  it('keep every other text as it was typed', async () => {
    const text = `<img src=x onerror=alert(1)> ‮ ${'😀'.repeat(COMMENT_MAX - 40)}`;
    expect((await write(ann, text)).text).toBe(text);
  });

  it('of one event have a bound', async () => {
    const quiet = await idAt('quiet');
    const { organisation } = ann;
    await events.foundation.database.inScope(CONSUMER, (em) =>
      rows(
        em,
        sql`insert into events.comment (id, event_id, organisation_id, author_id, author_name, text)
          select gen_random_uuid(), ${quiet}, ${organisation}, gen_random_uuid(), 'x', 'y' from generate_series(1, ${COMMENTS_MAX - 1})`,
      ),
    );
    await write(ann, 'the last', quiet);
    expect(await refusal(ann, 'POST', '/api/comments/', { event: quiet, text: 'one more' })).toBe('409 comments_limit_reached');
    expect(await listed(ann, quiet)).toHaveLength(COMMENTS_MAX);
  });

  it('of an inactive organisation are only read; staff write them', async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    await events.find(of, ['frozen']);
    const owner = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'eve' } });
    const frozen = (await events.list(owner)).results[0]?.id ?? '';
    const { id } = await write(owner, 'before', frozen);
    await publishOrganisation(events, of.organisation_id, false, 2);
    await events.settled();
    expect(await refusal(owner, 'POST', '/api/comments/', { event: frozen, text: 'x' })).toBe('409 organisation_inactive');
    expect(await refusal(owner, 'PATCH', `/api/comments/${id}/`, { text: 'x' })).toBe('409 organisation_inactive');
    expect(await refusal(owner, 'DELETE', `/api/comments/${id}/`)).toBe('409 organisation_inactive');
    expect(await listed(owner, frozen)).toHaveLength(1);
    await write(staff, 'by staff', frozen);
    expect(await listed(owner, frozen)).toHaveLength(2);
  });

  it('are hidden with the events of a deleted task', async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    await events.find(of, ['gone']);
    const owner = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'eve' } });
    const gone = (await events.list(owner)).results[0]?.id ?? '';
    const { id } = await write(owner, 'x', gone);
    await events.deleteTask(of);
    expect(await refusal(owner, 'GET', `/api/comments/${id}/`)).toBe('404 not_found');
    expect(await refusal(owner, 'GET', `/api/comments/?event=${gone}`)).toBe('404 not_found');
    expect(await refusal(staff, 'DELETE', `/api/comments/${id}/`)).toBe('404 not_found');
  });
});
