import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Finding } from '@leakwatch/contracts';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { makeFinding } from './findings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const { container, excerpt } = makeFinding({ organisation_id: '', task_id: '' });
/** What sources name and quote; the key of a container is an id. */
const withText = (text: string): Partial<Finding> => ({
  path: text,
  file_url: text,
  container: { ...container, title: text, url: text, owner: text },
  document: { version: text, bytes: 2 ** 40 },
  commit: { id: text, author: text, committed_at: '0001-01-01T00:00:00.000Z' },
  excerpt: { ...excerpt, text, highlights: [] },
  byte_ranges: [],
});

it.each([
  ['empty', ''],
  ['longer than an entry of an index', randomBytes(20_000).toString('base64')],
  ['with a zero character', 'a\0b'],
  ['with half of a character', 'a\ud800b'],
])('a finding whose texts are %s becomes one event, however often it is found', async (_, text) => {
  const { of, user } = await makeOwner(events);
  for (let times = 0; times < 2; times += 1) await events.find(of, [text], withText(text));
  const { results } = await events.list(user);
  expect(results).toMatchObject([{ status: 'open' }]);
});
