import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStatistics, findingsV1, type RegexTemplateChange, regexTemplateChangesV1 } from '@leakwatch/contracts';
import { type Caller, CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { makeFinding } from '../intake/findings.fixture.ts';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { ExamineStoredEvents } from './examine-stored-events.ts';
import { wireId } from './examine-texts.ts';

/** Joined here, so that scanners of this repository do not report it. */
const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const excerptOf = (text: string) => ({ text, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false });
const template = (change: Partial<RegexTemplateChange> = {}): RegexTemplateChange => ({
  id: randomUUID(),
  version: 1,
  name: 'Contract number',
  regex: 'DOG-[0-9]{6}',
  hint: 'Ask the legal department',
  severity: 'high',
  deleted: false,
  ...change,
});

describe('what leaked', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(() => events.close());

  const examine = (page?: number) => events.app.get(ExamineStoredEvents).run(page);
  const tell = async (change: RegexTemplateChange) => {
    await events.publish([outgoing(regexTemplateChangesV1, change)]);
    await events.settled();
  };
  const statistics = async (caller: Caller, query = '') =>
    eventStatistics.answer.parse((await events.get(caller, `/api/events/stat/?${query}`)).json());
  const state = () =>
    events.foundation.database.inScope(CONSUMER, (em) =>
      rows(em, sql<{ revision: number; examined: boolean }>`select revision, examined from events.detector_set`),
    );

  it('is found at intake, counted, filtered by, and shown masked', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a'], { excerpt: excerptOf(`aws ${AWS}\nСНИЛС 112-233-445 95`) });
    await events.find(of, ['b'], { excerpt: excerptOf('nothing here') });
    const [plain, found] = (await events.list(user)).results;
    expect([plain?.severity, plain?.regex_tokens_found]).toEqual([null, []]);
    expect(found?.severity).toBe('critical');
    expect(found?.regex_tokens_found).toMatchObject([
      {
        id: wireId('aws_access_key_id'),
        detector: 'aws_access_key_id',
        name: 'AWS access key',
        severity: 'critical',
        count: 1,
        masked: ['AKIA…2I3'],
      },
      { detector: 'snils', severity: 'medium', masked: ['…95'] },
    ]);
    const filtered = async (query: string) => (await events.list(user, `&${query}`)).count;
    expect(await filtered(`regex_tokens_found=${wireId('snils')}`)).toBe(1);
    expect(await filtered(`regex_tokens_found=${wireId('jwt')}&regex_tokens_found=${wireId('snils')}`)).toBe(1);
    expect(await filtered(`regex_tokens_found=${wireId('jwt')}`)).toBe(0);
    expect([await filtered('severity=critical'), await filtered('severity=medium')]).toEqual([1, 0]);
    const counted = await statistics(user);
    expect(counted.severities).toEqual([{ severity: 'critical', severity_count: 1 }]);
    expect(counted.regex_tokens_found.map((one) => [one.detector, one.name_count]).sort()).toEqual([
      ['aws_access_key_id', 1],
      ['snils', 1],
    ]);
  });

  it('follows a template of staff: new events at once, stored ones in the background, also after a change and a deletion', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['old 1', 'old 2', 'old 3'], { excerpt: excerptOf('see DOG-123456') });
    const own = template();
    await tell(own);
    await events.find(of, ['new'], { excerpt: excerptOf('DOG-654321') });
    const names = async () =>
      (await events.list(user)).results.map((row) => row.regex_tokens_found.map(({ name, masked }) => [name, masked]));
    expect(await names()).toEqual([[['Contract number', ['DO…']]], [], [], []]);
    expect((await state())[0]?.examined).toBe(false);
    await examine(2);
    expect(await names()).toEqual(Array.from({ length: 4 }, () => [['Contract number', ['DO…']]]));
    expect((await statistics(user)).regex_tokens_found).toEqual([
      { name: 'Contract number', name_count: 4, regex_filter_id: own.id, detector: null },
    ]);
    expect((await state())[0]?.examined).toBe(true);

    await tell({ ...own, version: 2, name: 'Contract', regex: 'DOG-6[0-9]{5}' });
    await tell({ ...own, version: 1, name: 'late' });
    await examine(3);
    expect(await names()).toEqual([[['Contract', ['DO…']]], [], [], []]);

    await tell({ ...own, version: 3, deleted: true });
    expect(await names()).toEqual([[], [], [], []]);
    await examine();
    expect((await statistics(user)).regex_tokens_found).toEqual([]);
    const [row] = (await events.list(user)).results;
    expect(row?.severity).toBeNull();
  });

  it('is examined to the end when a run is stopped between pages, and findings arrive meanwhile', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(
      of,
      Array.from({ length: 30 }, (_, at) => `f${at}`),
      { excerpt: excerptOf('KEY-77') },
    );
    await tell(template({ regex: 'KEY-[0-9]+', name: 'Key' }));
    const findings = Array.from({ length: 30 }, (_, at) =>
      outgoing(findingsV1, makeFinding({ ...of, path: `g${at}`, excerpt: excerptOf('KEY-78') })),
    );
    await events.app.get(ExamineStoredEvents).run(4, 3);
    expect((await state())[0]?.examined).toBe(false);
    await Promise.all([examine(4), events.publish(findings), examine(4)]);
    await events.settled();
    await examine(4);
    const rowsNow = (await events.list(user)).results;
    expect(rowsNow).toHaveLength(60);
    expect(rowsNow.filter((row) => row.regex_tokens_found.length !== 1)).toEqual([]);
  });

  it('survives a template that the engine no longer takes', async () => {
    const { of, user } = await makeOwner(events);
    await tell(template({ regex: '(', name: 'Broken' }));
    await events.find(of, ['a'], { excerpt: excerptOf(`password = "${AWS}"`) });
    expect((await events.list(user)).results[0]?.severity).toBe('critical');
  });
});
