import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Finding, findingsV1, regexTemplateChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { ExamineStoredEvents } from './examine-stored-events.ts';
import { ExamineTexts } from './examine-texts.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

const TOKEN = `glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`;
const TEXT = `romashka vpn has ${TOKEN} of the new office`;
const CUT_BYTES = 30;

/** Lets `work` happen after the pass has examined its page, and before it locks the events of the page. */
function afterExamining(work: () => Promise<void>): void {
  const texts = events.app.get(ExamineTexts);
  const run = texts.run.bind(texts);
  Object.assign(texts, {
    run: async (...parameters: Parameters<typeof run>) => {
      Object.assign(texts, { run });
      const examined = await run(...parameters);
      await work();
      return examined;
    },
  });
}

it('an event whose text goes on while stored events are examined keeps what the whole text holds', async () => {
  const { of, user } = await makeOwner(events);
  const hashOf = (path: string, bytes: number) => `${path.length}${bytes}`.padStart(64, '0');
  const read = (path: string, bytes: number, continues: number | null): Finding =>
    makeFinding({
      ...of,
      ...{ path, source_type: 'pastebin', commit: null, found_at: new Date().toISOString() },
      document: { version: `1700000000:${bytes}`, bytes },
      lines_hash: hashOf(path, bytes),
      continues: continues === null ? null : hashOf(path, continues),
      excerpt: { text: TEXT.slice(0, bytes), segments: [{ at: 0, line: 1 }], highlights: [{ start: 0, end: 12 }], truncated: false },
    });
  const take = async (...findings: Finding[]) => {
    await events.publish(findings.map((finding) => outgoing(findingsV1, finding)));
    await events.settled();
  };
  await take(read('goes on', CUT_BYTES, null), read('stays', CUT_BYTES, null));
  await events.publish([
    outgoing(regexTemplateChangesV1, {
      ...{ id: randomUUID(), version: 1, name: 'Network', regex: 'romashka [a-z]+', hint: '', severity: 'low', deleted: false },
    }),
  ]);
  await events.settled();
  const arrived = { later: false };
  afterExamining(async () => {
    await take(read('goes on', TEXT.length, CUT_BYTES));
    arrived.later = true;
  });
  await events.app.get(ExamineStoredEvents).run();
  expect(arrived.later).toBe(true);
  const list = (await events.list(user)).results;
  const found = list.map(({ file_path, regex_tokens_found }) => [file_path, regex_tokens_found.map(({ name }) => name).sort()]);
  expect(Object.fromEntries(found)).toEqual({
    'goes on': [expect.stringContaining('GitLab'), 'Network'],
    stays: ['Network'],
  });
  const stored = await events.foundation.database.inScope(CONSUMER, async (em) => ({
    secrets: await rows(em, sql`select 1 from events.event_secret`),
    examined: await rows(em, sql`select examined from events.detector_set`),
    texts: await rows(
      em,
      sql`select 1 from events.event e join events.similar_text t on t.id = e.text_id where cardinality(t.secrets) = 1`,
    ),
  }));
  expect(stored).toEqual({ secrets: [expect.anything()], examined: [{ examined: true }], texts: [expect.anything()] });
});
