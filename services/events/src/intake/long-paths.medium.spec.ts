import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeOwner, openEvents } from '../events.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

/** That no compression makes fit into an entry of an index, which holds 2,704 bytes. */
const long = (bytes: number) => randomBytes(bytes / 2).toString('hex');

it('events of paths and containers of any length are kept, and those of one file are known as such', async () => {
  const { of, user } = await makeOwner(events);
  const container = { key: `https://git.example/${long(2_000)}`, title: long(4_000), url: 'https://git.example', owner: long(4_000) };
  const path = `${long(20_000)}/key.pem`;
  await events.find(of, [path, `${path}2`], { container });
  await events.find(of, [path], { container, line: 7, lines_hash: 'a'.repeat(64) });
  const { results } = await events.list(user);
  expect(results.map((row) => [row.file_path.length, row.line, row.same_file]).toSorted()).toEqual(
    [
      [path.length, 2, true],
      [path.length, 7, true],
      [path.length + 1, 2, false],
    ].toSorted(),
  );
  const places = await events.get(user, '/api/events/?group=place');
  expect(places.json()).toMatchObject({ count: 3, rows: 3 });
});

it.each([
  ['half of a character', 'a\ud83d'],
  ['NUL', 'a\0'],
])('events are kept when texts about the document hold %s', async (_, text) => {
  const { of, user } = await makeOwner(events);
  await events.find(of, [text, 'b'], {
    container: { key: 'a', title: text, url: 'https://git.example', owner: text },
    commit: { id: 'c'.repeat(40), author: text, committed_at: '2026-01-02T03:04:05.000Z' },
  });
  const { results } = await events.list(user);
  expect(results.map((row) => [row.repo_name, row.username, row.commit_author])).toEqual(
    Array.from({ length: 2 }, () => ['a\ufffd', 'a\ufffd', 'a\ufffd']),
  );
});
