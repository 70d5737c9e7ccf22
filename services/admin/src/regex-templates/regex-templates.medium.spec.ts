import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegexTemplate, listRegexTemplates, regexTemplateChangesV1, tryRegexTemplate } from '@leakwatch/contracts';
import { DETECTORS } from '@leakwatch/matching';
import type { Caller } from '@leakwatch/platform';
import { REGEX_TEMPLATES_MAX } from '@leakwatch/rules';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';
import { TRIALS_OF_STAFF } from './try-template.ts';

let stage: AdminStage;
const user = testCaller(randomUUID());
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
/** A member of staff with a rate limit of their own. */
const staff = () => testCaller(null, { staff: true, account: { id: randomUUID(), username: 'staff' } });

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());

type Method = Parameters<AdminStage['ask']>[0];
const call = (method: Method, path: string, body?: object, by: Caller = staff()) =>
  stage.ask(method, `/api/control/regex/${path}`, body, by);
const made = async (name: string, change: object = {}) =>
  createRegexTemplate.answer.parse((await call('POST', '', { name, regex: 'DOG-[0-9]{6}', hint: 'Ask the lawyers', ...change })).body);
const list = async () => listRegexTemplates.answer.parse((await stage.ask('GET', '/api/regex/', undefined, user)).body);
const own = async () => (await list()).filter(({ detector }) => detector === null);
const attempt = async (regex: string, sample = '') => tryRegexTemplate.answer.parse((await call('POST', 'try/', { regex, sample })).body);

async function published(id: string) {
  const { rows } = await stage.owner.query<{ payload: unknown }>(
    `select payload from bus.message where topic = $1 and payload ->> 'id' = $2 order by (payload ->> 'version')::int`,
    [regexTemplateChangesV1.topic, id],
  );
  return rows.map(({ payload }) => regexTemplateChangesV1.schema.parse(payload));
}

const audited = async (id: string) => {
  const { rows } = await stage.owner.query<{ kind: string }>(
    `select kind from admin.audit where detail ->> 'regex_template' = $1 order by id`,
    [id],
  );
  return rows.map(({ kind }) => kind).sort();
};

describe('the list', () => {
  it('has the templates of staff by name, then the detectors of Leakwatch, each with its own id', async () => {
    const [b, a] = [await made('List b'), await made('list A')];
    const all = await list();
    expect(all.slice(0, 2)).toEqual([a, b]);
    const builtIn = all.filter(({ detector }) => detector !== null);
    expect(builtIn.map(({ detector }) => detector)).toEqual(DETECTORS.map(({ id }) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(builtIn.find(({ detector }) => detector === 'npm_token')).toMatchObject({
      name: 'npm token',
      kind: 'build',
      severity: 'critical',
    });
  });

  it('is all that users may do', async () => {
    const { id } = await made('Closed');
    for (const [method, path, body] of [
      ['POST', '', { name: 'Mine', regex: 'abc' }],
      ['PATCH', `${id}/`, { name: 'Mine' }],
      ['DELETE', `${id}/`, undefined],
      ['POST', 'try/', { regex: 'abc' }],
    ] as const)
      expect(await call(method, path, body, user)).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('a template', () => {
  it('is published with a new version at each change, and leaves a record', async () => {
    const { id, ...fields } = await made(' Contract ', { regex: ' DOG-[0-9]{6} ', severity: 'high' });
    expect(fields).toMatchObject({ name: 'Contract', regex: 'DOG-[0-9]{6}', hint: 'Ask the lawyers', severity: 'high', detector: null });
    expect((await call('PATCH', `${id}/`, { hint: '' })).status).toBe(200);
    expect((await call('PATCH', `${id}/`, { hint: '' })).status).toBe(200);
    expect((await call('PATCH', `${id}/`, { regex: 'DOG-[0-9]{7}' })).body).toMatchObject({ regex: 'DOG-[0-9]{7}', hint: '' });
    expect((await call('DELETE', `${id}/`)).status).toBe(200);
    expect((await published(id)).map(({ version, regex, hint, deleted }) => [version, regex, hint, deleted])).toEqual([
      [1, 'DOG-[0-9]{6}', 'Ask the lawyers', false],
      [2, 'DOG-[0-9]{6}', '', false],
      [3, 'DOG-[0-9]{7}', '', false],
      [4, 'DOG-[0-9]{7}', '', true],
    ]);
    expect(await audited(id)).toEqual([
      'regex_template_changed',
      'regex_template_changed',
      'regex_template_created',
      'regex_template_deleted',
    ]);
    expect((await own()).some((one) => one.id === id)).toBe(false);
  });

  it('has a name of its own, and a medium severity unless another is chosen', async () => {
    expect((await made('Taken')).severity).toBe('medium');
    expect(await call('POST', '', { name: 'TAKEN', regex: 'abc' })).toMatchObject({ status: 409, code: 'regex_template_exists' });
    const { id } = await made('Free');
    expect(await call('PATCH', `${id}/`, { name: 'taken' })).toMatchObject({ status: 409, code: 'regex_template_exists' });
    expect((await call('PATCH', `${id}/`, { name: 'FREE' })).status).toBe(200);
  });

  it.each([
    ['', 'expression_empty'],
    ['/abc/i', 'expression_delimiters'],
    ['(?i)abc', 'expression_flags'],
    ['(abc', 'expression_syntax'],
    ['(?=abc)x', 'expression_lookaround'],
    ['x*', 'expression_matches_empty'],
    ['[a-f]{300,600}', 'expression_too_costly'],
    ['a'.repeat(129), 'expression_too_long'],
  ])('with the expression %j is refused with the reason', async (regex, reason) => {
    const answer = await call('POST', '', { name: `Refused ${reason}`, regex });
    expect(answer).toMatchObject({ status: 400, code: 'regex_template_refused' });
    expect(JSON.stringify(answer.body)).toContain(reason);
    expect(await attempt(regex)).toEqual({ reason, queries: [], cost: null, matches: [] });
  });

  it('that does not exist cannot be changed or deleted, nor can a detector of Leakwatch', async () => {
    const builtIn = (await list()).find(({ detector }) => detector !== null)?.id ?? '';
    for (const id of [UNKNOWN, builtIn]) {
      expect((await call('PATCH', `${id}/`, { name: 'x' })).status).toBe(404);
      expect((await call('DELETE', `${id}/`)).status).toBe(404);
    }
  });

  it('is one of a limited number, also when two are created at once', async () => {
    const before = (await own()).length;
    await stage.owner.query(
      `insert into admin.regex_template (id, name, regex, hint, severity)
       select gen_random_uuid(), 'many ' || n, 'abc', '', 'low' from generate_series(1, $1) n`,
      [REGEX_TEMPLATES_MAX - before - 1],
    );
    const answers = await Promise.all([1, 2, 3].map((at) => call('POST', '', { name: `Last ${at}`, regex: 'abc' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('regex_templates_max');
    await stage.owner.query(`delete from admin.regex_template where name like 'many %'`);
  });
});

describe('a trial', () => {
  it('answers with matches, the texts that lead to them, and what it costs', async () => {
    const { reason, queries, cost, matches } = await attempt('DOG-[0-9]{6}', 'см. DOG-123456 и DOG-65');
    expect({ reason, queries, matches }).toEqual({ reason: null, queries: [['DOG-']], matches: [{ start: 4, end: 14 }] });
    expect(cost?.instructions).toBeGreaterThan(5);
    expect(cost?.instructions).toBeLessThan(cost?.most ?? 0);
  });

  it('is limited in number', async () => {
    const person = staff();
    const answers = [];
    for (let at = 0; at <= TRIALS_OF_STAFF.attempts; at += 1) answers.push((await call('POST', 'try/', { regex: '' }, person)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
  });
});
