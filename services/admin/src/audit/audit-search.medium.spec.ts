import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUDIT_EXPORT_MAX, auditRecord, type AuditRecord, searchAudit } from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';
import { SCANNED_FOR_TEXT } from './audit-search.read-model.ts';

const PATH = searchAudit.path;
const staff = testCaller(null, { staff: true });
const [ROMASHKA, VASILEK] = [randomUUID(), randomUUID()];
let stage: AdminStage;
let vera = '';
const gone = randomUUID();

beforeAll(async () => {
  stage = await openAdminStage();
  vera = await stage.addPerson('vera@romashka.example');
  // 40 records, one each hour, of four kinds in turn; then many old ones without any of what is searched for.
  await stage.owner.query(
    `insert into admin.audit (kind, account_id, actor_id, organisation_id, ip, user_agent, detail, changes, created)
     select 'login', $1, $1, $2, '192.0.2.1', 'old', '{}', '[]', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
     from generate_series(1, $3) n`,
    [randomUUID(), VASILEK, SCANNED_FOR_TEXT + 500],
  );
  await stage.owner.query(
    `insert into admin.audit (kind, account_id, actor_id, organisation_id, ip, user_agent, detail, changes, created)
     select (array['tariff_changed', 'login', 'account_changed', 'staff_access'])[1 + n % 4],
       case when n % 4 = 2 then $1::uuid end, case when n % 2 = 0 then $1::uuid else $2::uuid end, case when n % 2 = 0 then $3::uuid else $4::uuid end,
       '198.51.100.' || n, 'Firefox', jsonb_build_object('n', n::text), jsonb_build_array(jsonb_build_object('field', 'name', 'before', null, 'after', 'Имя' || n)),
       '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 hour'
     from generate_series(1, 40) n`,
    [vera, gone, ROMASHKA, VASILEK],
  );
});
afterAll(() => stage?.close());

const search = async (query: Readonly<Record<string, string>> = {}, caller = staff) => {
  const answer = await stage.ask('GET', `${PATH}?${new URLSearchParams(query)}`, undefined, caller);
  expect({ status: answer.status, code: answer.code }).toEqual({ status: 200, code: undefined });
  return searchAudit.answer.parse(answer.body);
};
/** Every page of a search, by the pages' own `next`. */
async function walk(query: Readonly<Record<string, string>>, limit: number): Promise<AuditRecord[]> {
  const found: AuditRecord[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await search({ ...query, limit: String(limit), ...(next !== '' && { before: next }) });
    found.push(...page.results);
    next = page.next;
  }
  return found;
}
const numbers = (records: readonly AuditRecord[]) => records.map(({ detail }) => Number(detail['n']));
const between = (from: number, to: number, holds: (n: number) => boolean = () => true) =>
  Array.from({ length: to - from + 1 }, (_, at) => to - at).filter(holds);

describe('the search of the audit trail', () => {
  it('answers records newest first, with who, whom, organisation, address and values', async () => {
    const { results } = await search({ limit: '2' });
    expect(auditRecord.parse(results[0])).toMatchObject({
      kind: 'tariff_changed',
      account: null,
      actor: { id: vera, email: 'vera@romashka.example' },
      organisation: { id: ROMASHKA, name: null },
      ip_address: '198.51.100.40',
      changes: [{ field: 'name', before: null, after: 'Имя40' }],
    });
    // The account is deleted.
    expect(results[1]?.actor).toEqual({ id: gone, email: null });
  });

  it.each<[string, () => Readonly<Record<string, string>>, readonly number[]]>([
    ['a person by e-mail', () => ({ person: 'VERA@romashka.example' }), between(1, 40, (n) => n % 2 === 0)],
    ['a person by id, deleted', () => ({ person: gone }), between(1, 40, (n) => n % 2 === 1)],
    ['nobody', () => ({ person: 'nobody@romashka.example' }), []],
    ['an organisation', () => ({ organisation: ROMASHKA }), between(1, 40, (n) => n % 2 === 0)],
    ['a kind', () => ({ kind: 'account_changed' }), between(1, 40, (n) => n % 4 === 2)],
    ['a period', () => ({ from: '2026-11-01T05:00:00Z', to: '2026-11-01T11:00:00+02:00' }), between(5, 9)],
    ['an instant', () => ({ from: '2026-11-01T05:00:00Z', to: '2026-11-01T05:00:00Z' }), [5]],
    ['a text in the values, whatever its case', () => ({ text: 'имя3' }), [39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 3]],
    ['a text in the address', () => ({ text: '100.7' }), [7]],
    ['a text with characters of patterns', () => ({ text: '%' }), []],
    [
      'several',
      () => ({ person: vera, kind: 'account_changed', from: '2026-11-01T10:00:00Z', text: 'firefox' }),
      between(10, 40, (n) => n % 4 === 2),
    ],
  ])('narrowed to %s, in pages of any size, has each record once', async (_, query, expected) => {
    for (const limit of [3, 7, 100]) expect(numbers(await walk(query(), limit))).toEqual(expected);
  });

  it('for a text says how far it looked, and continues there', async () => {
    const first = await search({ text: 'no such text' });
    expect(first.results).toEqual([]);
    expect(first.searched_to).toMatch(/^2020-01-01T00:/);
    const second = await search({ text: 'no such text', before: first.next ?? '' });
    expect(second).toEqual({ results: [], next: null, searched_to: null });
  });

  it('is for staff, and refuses what is no filter', async () => {
    const user = testCaller(ROMASHKA);
    expect(await stage.ask('GET', PATH, undefined, user)).toMatchObject({ status: 403 });
    expect(await stage.ask('GET', `${PATH}export/`, undefined, user)).toMatchObject({ status: 403 });
    for (const query of ['kind=dance', 'limit=101', 'before=x', 'organisation=1', 'from=yesterday', 'before=9999999999999999999'])
      expect(await stage.ask('GET', `${PATH}?${query}`, undefined, staff)).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('the export of the audit trail', () => {
  it('has what the search finds, as CSV, and leaves a record without what was searched for', async () => {
    const by = testCaller(null, { staff: true, account: { id: vera, username: 'vera' }, address: '203.0.113.77' });
    const answer = await stage.ask('GET', `${PATH}export/?organisation=${ROMASHKA}&text=firefox`, undefined, by);
    const lines = String(answer.body).split('\r\n');
    expect(lines[0]).toMatch(/^\ufefftime,action,account/);
    expect(lines.slice(1, -1).map((line) => /n: (\d+)/.exec(line)?.[1])).toEqual(between(1, 40, (n) => n % 2 === 0).map(String));
    const [record] = (await search({ kind: 'audit_exported' })).results;
    expect(record).toMatchObject({ actor: { id: vera }, organisation: { id: ROMASHKA }, ip_address: '203.0.113.77' });
    expect(record?.detail).toEqual({ organisation: ROMASHKA, text: 'yes' });
  });

  it('is bounded, and not for API tokens', async () => {
    const answer = await stage.ask('GET', `${PATH}export/?organisation=${VASILEK}`, undefined, {
      ...staff,
      account: { id: vera, username: 'vera' },
    });
    expect(String(answer.body).split('\r\n')).toHaveLength(AUDIT_EXPORT_MAX + 2);
    expect(await stage.ask('GET', `${PATH}export/`, undefined, { ...staff, token: vera })).toMatchObject({ code: 'session_only' });
  });
});
