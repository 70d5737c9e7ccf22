import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Finding, findingsV1, internalAnnouncedEvents, internalReportEvents } from '@leakwatch/contracts';
import fc from 'fast-check';
import { compilePatterns, describeDocument, DocumentBatch } from '@leakwatch/matching';
import { CONSUMER, outgoing } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { z } from 'zod';
import { matchedPart } from '../../../crawler/src/scanning/to-findings.ts';
import { claimStep, nextDocuments, StepLost } from '../archive/archive-search.store.ts';
import { publishOrganisation } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { KeepFindings } from '../intake/keep-findings.ts';
import { expression, keyword, openArchive } from './archive-stage.fixture.ts';
import { CompiledSearches } from './compiled-searches.ts';
import { OpenKept, StoreAway } from './open-kept.ts';
import { SearchArchive } from './search-archive.ts';
import { StepWriter } from './step-writer.ts';

const MEGABYTE = 2 ** 20;
const WORDS = ['romashka', 'vasilek', 'портал', 'gateway.corp', 'пион'] as const;

let archive: Awaited<ReturnType<typeof openArchive>>;
beforeAll(async () => {
  archive = await openArchive();
});
afterAll(() => archive.close());

it('finds what a plain search in the kept documents finds, and nothing of another organisation', async () => {
  const text = fc
    .array(fc.constantFrom(...WORDS, 'other', '\n', 'ROMASHKA'), { minLength: 1, maxLength: 8 })
    .map((words) => words.join(' '));
  const wanted = fc.uniqueArray(fc.subarray([...WORDS], { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4, selector: String });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 6 }), wanted, async (texts, sought) => {
      const [mine, theirs] = [await archive.owner(), await archive.owner()];
      for (const [at, one] of texts.entries()) {
        await archive.keepDocument(mine.of, one, `${at}.txt`);
        // The same document in another place.
        await archive.keepDocument(mine.of, one, `copies/${at}.txt`);
        await archive.keepDocument(theirs.of, one, `${at}.txt`);
      }
      const patterns = sought.map((words) => keyword(words.join(' ')));
      await archive.setPatterns(mine.of, patterns);
      await archive.searchAll();
      const expected = patterns.flatMap(({ text: words }) =>
        texts.flatMap((one, at) =>
          words.split(' ').every((word) => one.toLowerCase().includes(word)) ? [`${at}.txt ${words}`, `copies/${at}.txt ${words}`] : [],
        ),
      );
      expect(await archive.found(mine.user)).toEqual(expected.toSorted());
      expect(await archive.found(theirs.user)).toEqual([]);
      expect(await archive.searches(mine.user, mine.of.task_id)).toMatchObject([
        { patterns: patterns.length, total: texts.length, searched: texts.length, found: expected.length, unread: 0, failing_code: null },
      ]);
      expect(await archive.searches(theirs.user, theirs.of.task_id)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

describe('a search that is killed half-way', () => {
  it('goes on after its last commit: nothing is lost, nothing comes twice, and the old holder writes nothing', async () => {
    const { of, user } = await archive.owner();
    for (let at = 0; at < 9; at += 1) await archive.keepDocument(of, `document ${at} romashka`, `${at}.txt`);
    await archive.setPatterns(of, [keyword('romashka')]);
    const { database } = archive.foundation;
    const step = await database.inScope(CONSUMER, claimStep);
    if (step === undefined) throw new Error('no step is due');
    const { documents } = await database.inScope(CONSUMER, (em) => nextDocuments(em, step, 4));
    const { set, patterns } = await archive.app.get(CompiledSearches).of(step);
    const writer = new StepWriter(database, archive.app.get(KeepFindings), step, () => undefined);
    for (const [at, document] of documents.entries()) {
      const batch = new DocumentBatch();
      batch.add((await archive.app.get(OpenKept).run(document)) ?? new Uint8Array(), []);
      const [result] = await set.examine(batch);
      if (result?.outcome !== 'examined') throw new Error('not matched');
      await writer.add(document, result.matches, patterns);
      // Of the last one the findings are written, and the process dies before its place is.
      if (at < documents.length - 1) writer.finish(document.hash, {});
      await writer.flush();
    }
    expect(await archive.found(user)).toHaveLength(4);
    expect(await archive.step()).toBe(false);
    await archive.expireLeases();
    await archive.searchAll();
    expect(await archive.found(user)).toEqual(Array.from({ length: 9 }, (_, at) => `${at}.txt romashka`));
    expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ total: 9, searched: 9, found: 9 });
    await expect(writer.flush({ leave: true })).rejects.toThrow(StepLost);
  });

  it('waits for an object store that is away, says so, and finishes when it is back', async () => {
    const { of, user } = await archive.owner();
    await archive.keepDocument(of, 'vasilek', 'a.txt');
    await archive.setPatterns(of, [keyword('vasilek')]);
    const { database, logger } = archive.foundation;
    const [compiled, keep] = [archive.app.get(CompiledSearches), archive.app.get(KeepFindings)];
    const away = { run: () => Promise.reject(new StoreAway('away')) };
    const failing = new SearchArchive(database, compiled, away, keep, { notify: () => undefined }, logger);
    for (let tries = 0; tries < 8; tries += 1) {
      expect(await archive.step(failing)).toBe(true);
      expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ failing_code: 'archive_store_away', searched: 0 });
      expect(await archive.step(failing)).toBe(false);
      await archive.makeDue(of.task_id);
    }
    await archive.searchAll();
    expect((await archive.searches(user, of.task_id))[0]).toMatchObject({
      failing_code: null,
      failing_since: null,
      searched: 1,
      unread: 0,
    });
    expect(await archive.found(user)).toEqual(['a.txt vasilek']);
  });
});

it('tells open pages of the organisation how far it is after each step; reports and webhooks name what it found', async () => {
  const { of, user } = await archive.owner();
  await archive.keepDocument(of, 'romashka', 'a.txt');
  await archive.setPatterns(of, [keyword('romashka')]);
  const { database, logger } = archive.foundation;
  const told: (readonly string[])[] = [];
  const live = { notify: (organisations: Iterable<string>, topics: readonly string[]) => void told.push([...organisations, ...topics]) };
  const [compiled, kept, keep] = [archive.app.get(CompiledSearches), archive.app.get(OpenKept), archive.app.get(KeepFindings)];
  const search = new SearchArchive(database, compiled, kept, keep, live, logger);
  await archive.step(search);
  expect(told).toEqual([
    [of.organisation_id, 'events'],
    [of.organisation_id, 'tasks'],
  ]);
  await archive.searchAll();
  const ask = async (service: string, path: string, body: object) => {
    const answer = await archive.call(testCaller(null, { service }), 'POST', path, body);
    return z.object({ events: z.array(z.object({ id: z.string(), from_archive: z.boolean() })) }).parse(answer.json()).events;
  };
  const listed = (await archive.list(user)).results.map(({ id, from_archive }) => ({ id, from_archive }));
  const byId = (events: typeof listed) => events.toSorted((one, other) => one.id.localeCompare(other.id));
  expect(listed.map((event) => event.from_archive).toSorted()).toEqual([false, true]);
  const report = { organisation: of.organisation_id, filters: { status: ['all'] }, after: null };
  expect(byId(await ask('reports', internalReportEvents.path, report))).toEqual(byId(listed));
  const announced = { organisation: of.organisation_id, ids: listed.map(({ id }) => id) };
  expect(byId(await ask('admin', internalAnnouncedEvents.path, announced))).toEqual(byId(listed));
});

it('passes over a document that ends every step, and counts it', async () => {
  const { of, user } = await archive.owner();
  for (const word of ['a', 'b', 'c']) await archive.keepDocument(of, `romashka ${word}`, `${word}.txt`);
  await archive.setPatterns(of, [keyword('romashka')]);
  const { database, logger } = archive.foundation;
  const kept = archive.app.get(OpenKept);
  let victim: string | undefined;
  const poisoned = {
    run: (document: Parameters<typeof kept.run>[0]) => {
      victim ??= document.hash;
      return document.hash === victim ? Promise.reject(new Error('out of memory')) : kept.run(document);
    },
  };
  const search = new SearchArchive(
    database,
    archive.app.get(CompiledSearches),
    poisoned,
    archive.app.get(KeepFindings),
    { notify: () => undefined },
    logger,
  );
  for (let steps = 0; steps < 12; steps += 1) {
    await archive.makeDue(of.task_id);
    await archive.step(search);
  }
  expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ total: 3, searched: 3, found: 2, unread: 1 });
});

it('counts documents that are over the budget of a hostile expression, and finds the words in them', async () => {
  const { of, user } = await archive.owner();
  await archive.keepDocument(of, `${'ab'.repeat(MEGABYTE)}bc romashka`, 'large.txt');
  await archive.keepDocument(of, 'small', 'small.txt');
  await archive.setPatterns(of, [expression('a[ab]{200}\\bc'), keyword('romashka')]);
  await archive.searchAll();
  expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ searched: 2, unread: 0, unchecked: 1 });
  expect(await archive.found(user)).toEqual(['large.txt romashka']);
});

it('keeps statuses: an event that is known stays as it is, whichever way it is found again', async () => {
  const { of, user } = await archive.owner();
  await publishOrganisation(archive, of.organisation_id);
  await archive.keepDocument(of, 'key: romashka', 'a.txt');
  const pattern = keyword('romashka');
  await archive.setPatterns(of, [pattern]);
  await archive.searchAll();
  const [event] = (await archive.list(user)).results.filter((one) => one.from_archive);
  if (event === undefined) throw new Error('nothing was found');
  expect(event).toMatchObject({ status: 'open', line: 1, backup_storage_status: 'in_storage' });
  await archive.call(user, 'POST', '/api/events/change_status/', { events: [event.id], status: 'false' });
  await archive.setPatterns(of, []);
  expect(await archive.searches(user, of.task_id)).toEqual([]);
  await archive.setPatterns(of, [keyword('romashka')]);
  await archive.searchAll();
  const after = (await archive.list(user)).results.filter((one) => one.from_archive);
  expect(after).toEqual([expect.objectContaining({ id: event.id, status: 'false', last_seen: event.last_seen })]);
  expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ searched: 1, found: 0 });
});

it.each([
  ['a document', 'a.txt', 'a.txt', undefined],
  ['one that was found for what is encoded in it', 'a.txt', 'a.txt!/base64', undefined],
  ['one inside of an archive', 'box.zip!/in/b.txt', 'box.zip!/in/b.txt', Buffer.from('the archive')],
])('makes the event that a launch makes of %s', async (_, path, seed, original) => {
  const { of, user } = await archive.owner();
  const bytes = Buffer.from(`first\n  Romashka: 1\n${Buffer.from('a vasilek stands in this line').toString('base64')}\n`);
  await archive.leak(of, bytes, [{ path: seed, byte_ranges: [{ start: 0, end: 1 }] }], original);
  const patterns = [keyword('romashka'), keyword('vasilek')];
  await archive.setPatterns(of, patterns);
  await archive.searchAll();
  const before = (await archive.list(user)).results.filter((event) => event.from_archive);
  expect(before.map(({ file_path }) => file_path).toSorted()).toEqual([path, `${path}!/base64`]);
  const found = describeDocument(compilePatterns(patterns), { bytes });
  if (found.outcome !== 'examined') throw new Error('not examined');
  const document = { path, version: 'a'.repeat(40), commit: null };
  const findings = found.matches.map((match): Finding => {
    const part = matchedPart(match, { document, bytes: bytes.length, urlAt: () => 'https://example.org' }, new Date());
    const pattern = patterns.find(({ id }) => id === match.patternId) ?? keyword('');
    return makeFinding({ ...of, ...part, pattern });
  });
  await archive.publish(findings.map((finding) => outgoing(findingsV1, finding)));
  await archive.settled();
  const after = (await archive.list(user)).results.filter((event) => event.pattern !== 'romashka vpn');
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  const shown = (events: typeof after) =>
    new Map(events.map(({ id, line, file_content, from_archive }) => [id, { line, file_content, from_archive }]));
  expect(shown(after)).toEqual(shown(before));
});
