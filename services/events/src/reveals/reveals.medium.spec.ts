import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  errorAnswer,
  internalReportEvents,
  regexTemplateChangesV1,
  revealEvent,
  type SecretReveal,
  secretRevealsV1,
} from '@leakwatch/contracts';
import { BUS, type Bus, type Caller, CONSUMER, type Delivery, outgoing, row, rows, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import excel from 'exceljs';
import { openEvidence } from '../evidence/evidence.fixture.ts';
import { REVEALS_OF_ACCOUNT } from './record-reveal.ts';

/** Joined here, so that scanners of this repository do not report it. */
const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const DOCUMENT = Buffer.from(`first line\nromashka ${AWS} <b>\nDOG-123456 romashka\n`);
const excerpt = {
  text: DOCUMENT.toString(),
  segments: [{ at: 11, line: 2 }],
  highlights: [
    { start: 11, end: 19 },
    { start: 20, end: 40 },
  ],
  truncated: false,
};

describe('values of events', () => {
  const received: SecretReveal[] = [];
  let evidence: Awaited<ReturnType<typeof openEvidence>>;
  beforeAll(async () => {
    evidence = await openEvidence();
    const handle = async (batch: readonly Delivery<SecretReveal>[]) => void received.push(...batch.map(({ payload }) => payload));
    await evidence.app.get<Bus>(BUS).consume({ group: 'changes', message: secretRevealsV1, handle });
  });
  afterAll(() => evidence.close());

  const leaked = async () => {
    const { of, user } = await evidence.owner();
    const at = (word: string) => ({ start: DOCUMENT.indexOf(word), end: DOCUMENT.indexOf(word) + word.length });
    await evidence.leak(of, DOCUMENT, [
      { byte_ranges: [at('romashka'), { start: DOCUMENT.lastIndexOf('romashka'), end: DOCUMENT.length - 1 }], excerpt },
    ]);
    const person = { ...user, session: 'a session', account: { id: randomUUID(), username: 'irina' } };
    return { of, person, id: (await evidence.list(person)).results[0]?.id ?? '' };
  };
  const reveal = (caller: Caller, id: string) => evidence.call(caller, 'POST', revealEvent.path.replace('{id}', id));
  const codeOf = (answer: Awaited<ReturnType<typeof reveal>>) => [answer.statusCode, errorAnswer.parse(answer.json()).code];
  const recorded = (id: string) =>
    evidence.foundation.database.inScope(CONSUMER, (em) =>
      rows(em, sql`select staff, account_name as name, revealed from events.reveal where event_id = ${id} order by at`),
    );

  it('are masked in the list, the text, the spreadsheet and reports, with lines and marks in their places', async () => {
    const { of, person, id } = await leaked();
    const [event] = (await evidence.list(person)).results;
    expect(event?.file_content).toBe('first line\n<mark>romashka</mark> <mark>AKIA…2I3</mark> &lt;b&gt;\nDOG-123456 romashka\n');
    expect(event?.segments).toEqual([{ index: 1, line: 2 }]);
    const text = await evidence.text(person, id);
    expect(text.text_full).toBe(`first line\nromashka AKIA…2I3 <b>\nDOG-123456 romashka\n`);
    expect(text.places.map(({ start, end }) => text.text_full.slice(start, end))).toEqual(['romashka', 'romashka']);
    const book = new excel.Workbook();
    const file = (await evidence.get(person, `/api/events/${id}/download_event_backup/`)).rawPayload;
    await book.xlsx.load(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
    const cells: string[] = [];
    for (const sheet of book.worksheets) sheet.eachRow((line) => line.eachCell((cell) => void cells.push(String(cell.value))));
    expect(cells.filter((cell) => cell.includes('AKIA…2I3'))).toHaveLength(2);
    expect(cells.join()).not.toContain(AWS);
    const report = await evidence.call(testCaller(null, { service: 'reports' }), 'POST', internalReportEvents.path, {
      organisation: of.organisation_id,
      filters: { status: ['all'] },
      after: null,
    });
    expect(report.body).toContain('AKIA…2I3');
    expect(report.body).not.toContain(AWS);
    expect(await recorded(id)).toEqual([]);
  });

  it('of templates of staff are masked from the change of the template on', async () => {
    const { person, id } = await leaked();
    const template = {
      id: randomUUID(),
      version: 1,
      name: 'Contract',
      regex: 'DOG-[0-9]{6}',
      hint: '',
      severity: 'low',
      deleted: false,
    } as const;
    await evidence.publish([outgoing(regexTemplateChangesV1, template)]);
    await evidence.settled();
    expect((await evidence.text(person, id)).text_full).toContain('\nDO… romashka');
    await evidence.publish([outgoing(regexTemplateChangesV1, { ...template, version: 2, deleted: true })]);
    await evidence.settled();
    expect((await evidence.text(person, id)).text_full).toContain('\nDOG-123456 romashka');
  });

  it('are shown to a person who asks, for some minutes, and that is recorded and published', async () => {
    const { of, person, id } = await leaked();
    const textOf = (caller: Caller) => evidence.get(caller, `/api/events/${id}/text/?revealed=true`);
    expect(codeOf(await textOf(person))).toEqual([403, 'reveal_needed']);
    const answer = revealEvent.answer.parse((await reveal(person, id)).json());
    expect(answer.file_content).toContain(`<mark>${AWS}</mark>`);
    expect(answer.segments).toEqual([{ index: 1, line: 2 }]);
    expect((await textOf(person)).json()).toMatchObject({ text_full: DOCUMENT.toString() });
    expect((await evidence.text(person, id)).text_full).not.toContain(AWS);
    // A colleague, and an API token of the same person, ask for themselves.
    expect(codeOf(await textOf({ ...person, account: { id: randomUUID(), username: 'oleg' } }))).toEqual([403, 'reveal_needed']);
    expect(codeOf(await textOf({ ...person, session: null, token: randomUUID() }))).toEqual([403, 'reveal_needed']);
    const original = await evidence.get(person, `/api/events/${id}/download_event_original/`);
    expect(original.rawPayload.equals(DOCUMENT)).toBe(true);
    expect(await recorded(id)).toEqual([
      { staff: false, name: 'irina', revealed: 'values' },
      { staff: false, name: 'irina', revealed: 'original' },
    ]);
    const published = await waitUntil('the messages', async () => {
      const ofEvent = received.filter(({ event_id }) => event_id === id);
      return ofEvent.length === 2 && ofEvent;
    });
    expect(published[0]).toEqual({
      event_id: id,
      organisation_id: of.organisation_id,
      account_id: person.account.id,
      staff: false,
      revealed: 'values',
      address: person.address,
      user_agent: person.user_agent,
    });
    await evidence.foundation.database.inScope(CONSUMER, (em) =>
      row(em, sql`update events.reveal set at = at - interval '16 minutes' where event_id = ${id}`),
    );
    expect(codeOf(await textOf(person))).toEqual([403, 'reveal_needed']);
  });

  it('of another organisation are like those of a missing event; staff see them, and it is recorded', async () => {
    const [one, other] = [await leaked(), await leaked()];
    expect(codeOf(await reveal(other.person, one.id))).toEqual([404, 'not_found']);
    expect(codeOf(await reveal(other.person, randomUUID()))).toEqual([404, 'not_found']);
    expect(await recorded(one.id)).toEqual([]);
    const staff = testCaller(null, { staff: true, account: { id: randomUUID(), username: 'support' } });
    expect((await reveal(staff, one.id)).statusCode).toBe(200);
    expect(await recorded(one.id)).toEqual([{ staff: true, name: 'support', revealed: 'values' }]);
  });

  it('are shown so often by one account, also where the event is missing', async () => {
    const { person, id } = await leaked();
    const statuses: number[] = [];
    for (let time = 0; time < REVEALS_OF_ACCOUNT.attempts; time += 1)
      statuses.push((await reveal(person, time % 2 === 0 ? id : randomUUID())).statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    expect(codeOf(await reveal(person, id))).toEqual([429, 'too_many_requests']);
    expect(codeOf(await evidence.get(person, `/api/events/${id}/download_event_original/`))).toEqual([429, 'too_many_requests']);
  });
});
