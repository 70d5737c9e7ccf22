import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorAnswer, type Finding, findingsV1, TEXT_PAGE_BYTES } from '@leakwatch/contracts';
import { outgoing, soleKey } from '@leakwatch/platform';
import { TEST_SECRET, testCaller } from '@leakwatch/testing';
import { makeFinding } from '../intake/findings.fixture.ts';
import { openEvidence } from './evidence.fixture.ts';

const SECRET = 'romashka-vpn-пароль';
const DOCUMENT = Buffer.from(`first line\nsecond: ${SECRET}\n<script>alert(1)</script>\nlast ${SECRET}\n`);

/** A finding of a word in a document. */
function at(bytes: Buffer, word: string, change: Partial<Finding> = {}): Partial<Finding> {
  const byte_ranges = [];
  for (let start = bytes.indexOf(word); start !== -1; start = bytes.indexOf(word, start + 1))
    byte_ranges.push({ start, end: start + Buffer.byteLength(word) });
  return { byte_ranges, pattern: { id: randomUUID(), kind: 'keyword', text: word }, ...change };
}

describe('kept content', () => {
  let evidence: Awaited<ReturnType<typeof openEvidence>>;
  beforeAll(async () => {
    evidence = await openEvidence();
  });
  afterAll(() => evidence.close());

  const onlyEvent = async (user: Parameters<typeof evidence.list>[0]) => {
    const { results } = await evidence.list(user);
    expect(results).toHaveLength(1);
    const [event] = results;
    if (event === undefined) throw new Error('no event');
    return event;
  };
  const codeOf = async (user: Parameters<typeof evidence.list>[0], id: string, route: string) => {
    const answer = await evidence.get(user, `/api/events/${id}/${route}/`);
    return [answer.statusCode, errorAnswer.parse(answer.json()).code];
  };

  it('is read with the places of the matches, and says what it is', async () => {
    const { of, user } = await evidence.owner();
    await evidence.leak(of, DOCUMENT, [at(DOCUMENT, SECRET)]);
    const event = await onlyEvent(user);
    expect(event.backup_storage_status).toBe('in_storage');
    const text = await evidence.text(user, event.id);
    expect(text).toMatchObject({
      text_full: DOCUMENT.toString(),
      page: 0,
      pages: 1,
      first_line: 1,
      continues_line: false,
      bytes: DOCUMENT.length,
      kept_bytes: DOCUMENT.length,
      captured_at: '2026-11-20T10:00:00.000Z',
      address: event.file_url,
      original: null,
    });
    expect(text.places.map(({ start, end }) => text.text_full.slice(start, end))).toEqual([SECRET, SECRET]);
    expect(new Date(text.expires_at).getTime()).toBeGreaterThan(Date.now() + 360 * 86_400_000);
  });

  it('is sealed again after a rotation of the keys, in the same object', async () => {
    const { of, user } = await evidence.owner();
    const documents = Array.from({ length: 11 }, (_, index) => Buffer.from(`document ${index}: ${SECRET}`));
    for (const document of documents) await evidence.leak(of, document, [at(document, SECRET, { path: document.toString() })]);
    const next = { version: 2, secret: `${TEST_SECRET}-2` };
    const files = await evidence.files(of.organisation_id);
    expect((await evidence.readFiles(of.organisation_id)).map((file) => file[0])).toEqual(documents.map(() => 1));
    expect(await evidence.reseal([next, ...soleKey(TEST_SECRET)])).toBeGreaterThanOrEqual(documents.length);
    expect(await evidence.reseal([next])).toBe(0);
    expect((await evidence.files(of.organisation_id)).toSorted()).toEqual(files.toSorted());
    expect((await evidence.readFiles(of.organisation_id)).map((file) => file[0])).toEqual(documents.map(() => 2));
    // Back to the key that this service has.
    await evidence.reseal([...soleKey(TEST_SECRET), next]);
    const { results } = await evidence.list(user);
    const texts = [];
    for (const event of results) texts.push((await evidence.text(user, event.id)).text_full);
    expect(texts.toSorted()).toEqual(documents.map(String).toSorted());
  });

  it('is one object for three patterns, a second repository and a redelivery, sealed on the disk', async () => {
    const { of, user } = await evidence.owner();
    const words = ['first', 'second', 'last'];
    const findings = await evidence.leak(
      of,
      DOCUMENT,
      words.map((word) => at(DOCUMENT, word)),
    );
    expect(await evidence.files(of.organisation_id)).toHaveLength(1);
    await evidence.publish(findings.map((finding) => outgoing(findingsV1, finding)));
    await evidence.settled();
    await evidence.leak(of, DOCUMENT, [at(DOCUMENT, SECRET, { path: 'elsewhere' })]);
    await evidence.sweep();
    const stored = await evidence.readFiles(of.organisation_id);
    expect(stored).toHaveLength(1);
    for (const part of [SECRET, 'first line', 'script']) expect(stored[0]?.includes(part)).toBe(false);
    const { results } = await evidence.list(user);
    expect(results).toHaveLength(4);
    for (const { id } of results) expect((await evidence.text(user, id)).text_full).toBe(DOCUMENT.toString());
  });

  it('is never read by another organisation, which has an object of its own for the same bytes', async () => {
    const [one, other] = [await evidence.owner(), await evidence.owner()];
    await evidence.leak(one.of, DOCUMENT, [at(DOCUMENT, SECRET)]);
    await evidence.leak(other.of, DOCUMENT, [at(DOCUMENT, SECRET)]);
    await evidence.sweep();
    const [[mine], [theirs]] = [await evidence.readFiles(one.of.organisation_id), await evidence.readFiles(other.of.organisation_id)];
    expect(mine === undefined || theirs === undefined || mine.equals(theirs)).toBe(false);
    const { id } = await onlyEvent(one.user);
    for (const route of ['text', 'download_event_backup', 'download_event_original']) {
      expect(await codeOf(other.user, id, route)).toEqual([404, 'not_found']);
      expect(await codeOf(other.user, randomUUID(), route)).toEqual([404, 'not_found']);
    }
    expect((await evidence.text(testCaller(null, { staff: true }), id)).text_full).toBe(DOCUMENT.toString());
  });

  it('was never kept of older findings, and says so', async () => {
    const { of, user } = await evidence.owner();
    const { content: _, ...old } = makeFinding(of);
    await evidence.publish([{ ...outgoing(findingsV1, makeFinding(of)), payload: old }]);
    await evidence.settled();
    const event = await onlyEvent(user);
    expect(event.backup_storage_status).toBe('not_found');
    for (const route of ['text', 'download_event_backup', 'download_event_original'])
      expect(await codeOf(user, event.id, route)).toEqual([404, 'backup_not_found']);
    // Found again by a crawler that keeps content.
    await evidence.leak(of, DOCUMENT, [{ byte_ranges: [{ start: 0, end: 5 }] }]);
    expect((await onlyEvent(user)).backup_storage_status).toBe('in_storage');
  });

  it('is deleted when its time is over, unless it was found again, and is kept again afterwards', async () => {
    const { of, user } = await evidence.owner();
    const leak = () => evidence.leak(of, DOCUMENT, [at(DOCUMENT, SECRET)]);
    await leak();
    await evidence.age(of.organisation_id, 364);
    await leak();
    await evidence.sweep();
    expect((await onlyEvent(user)).backup_storage_status).toBe('in_storage');
    await evidence.age(of.organisation_id, 366);
    await evidence.sweep();
    const event = await onlyEvent(user);
    expect([event.backup_storage_status, await evidence.files(of.organisation_id)]).toEqual(['expired', []]);
    for (const route of ['text', 'download_event_backup', 'download_event_original'])
      expect(await codeOf(user, event.id, route)).toEqual([410, 'backup_expired']);
    await leak();
    expect((await onlyEvent(user)).backup_storage_status).toBe('in_storage');
    expect((await evidence.text(user, event.id)).text_full).toBe(DOCUMENT.toString());
  });

  it('of a newer version is not kept while the first one is', async () => {
    const { of, user } = await evidence.owner();
    const [first, second] = [Buffer.from(`old\n${SECRET}`), Buffer.from(`new\n${SECRET}`)];
    await evidence.leak(of, first, [at(first, SECRET)]);
    await evidence.leak(of, second, [at(second, SECRET, { document: { version: 'b'.repeat(40), bytes: second.length } })]);
    await evidence.sweep();
    const events = await evidence.list(user);
    expect(events.count).toBe(1);
    expect(await evidence.files(of.organisation_id)).toHaveLength(1);
    expect((await evidence.text(user, events.results[0]?.id ?? '')).text_full).toBe(first.toString());
  });

  it('goes with the last event of the organisation that has it', async () => {
    const { of, user } = await evidence.owner();
    const other = { ...of, task_id: randomUUID() };
    await evidence.publishTask(other);
    const own = Buffer.from(`of the deleted task alone ${SECRET}`);
    await evidence.leak(of, DOCUMENT, [at(DOCUMENT, SECRET)]);
    await evidence.leak(other, DOCUMENT, [at(DOCUMENT, SECRET)]);
    await evidence.leak(of, own, [at(own, SECRET, { path: 'own' })]);
    await evidence.sweep();
    expect(await evidence.files(of.organisation_id)).toHaveLength(2);
    await evidence.deleteTask(of);
    const hidden = (await evidence.list(testCaller(null, { staff: true }), `&org=${of.organisation_id}`)).results;
    expect(hidden.map(({ task }) => task)).toEqual([other.task_id]);
    await evidence.purge(31);
    await evidence.sweep();
    expect(await evidence.files(of.organisation_id)).toHaveLength(1);
    expect((await evidence.text(user, (await onlyEvent(user)).id)).text_full).toBe(DOCUMENT.toString());
    await evidence.deleteTask(other);
    await evidence.purge(31);
    await evidence.sweep();
    expect(await evidence.files(of.organisation_id)).toEqual([]);
  });

  it('is read a page at a time, first the page with the first match', async () => {
    const { of, user } = await evidence.owner();
    const filler = `${'x'.repeat(99)}\n`;
    const lines = Math.ceil((2.5 * TEXT_PAGE_BYTES) / filler.length);
    const bytes = Buffer.from(`${filler.repeat(lines)}${SECRET}\n`);
    await evidence.leak(of, bytes, [at(bytes, SECRET)]);
    const { id } = await onlyEvent(user);
    const last = await evidence.text(user, id);
    expect([last.page, last.pages]).toEqual([2, 3]);
    const [place] = last.places;
    expect(last.text_full.slice(place?.start, place?.end)).toBe(SECRET);
    expect(last.first_line + (last.text_full.slice(0, place?.start).split('\n').length - 1)).toBe(lines + 1);
    const first = await evidence.text(user, id, '?page=0');
    expect(first).toMatchObject({ page: 0, first_line: 1, continues_line: false, places: last.places });
    const middle = await evidence.text(user, id, '?page=1');
    expect(first.text_full + middle.text_full + last.text_full).toBe(bytes.toString());
  });

  it('of a document over the bound is the part with the match, and says so', async () => {
    const { of, user } = await evidence.owner();
    const line = `${'y'.repeat(63)}\n`;
    const bytes = Buffer.from(`${line.repeat(400_000)}${SECRET}\n`);
    await evidence.leak(of, bytes, [at(bytes, SECRET)]);
    const text = await evidence.text(user, (await onlyEvent(user)).id);
    expect(text.bytes).toBe(bytes.length);
    expect(text.kept_bytes).toBeLessThan(bytes.length / 4);
    const [place] = text.places;
    expect(text.text_full.slice(place?.start, place?.end)).toBe(SECRET);
    expect(text.first_line + (text.text_full.slice(0, place?.start).split('\n').length - 1)).toBe(400_001);
  });
});
