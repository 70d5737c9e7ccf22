import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { TRIALS_OF_ACCOUNT, TRIALS_OF_ORGANISATION } from '../expressions/expression-throttle.ts';
import { type FormStage, openFormStage } from '../task-saving/form-stage.fixture.ts';

const ours = randomUUID();
const user = testCaller(ours);

describe('help with patterns', () => {
  let stage: FormStage;
  beforeAll(async () => {
    stage = await openFormStage([ours]);
  });
  afterAll(() => stage.close());

  const form = (...files: readonly { type: string; text: string }[]) =>
    [
      ...files.map(
        ({ type, text }, at) =>
          `--XX\r\ncontent-disposition: form-data; name="file"; filename="${at}.txt"\r\ncontent-type: ${type}\r\n\r\n${text}\r\n`,
      ),
      '--XX--\r\n',
    ].join('');
  const upload = (body: string) => stage.call(user, 'POST', '/api/tasks/keywords/', body, 'multipart/form-data; boundary=XX');

  it('reads a keyword file', async () => {
    expect(await upload(form({ type: 'text/plain; charset=utf-8', text: 'one two\r\nab' }))).toEqual({
      status: 200,
      body: { keywords: ['one two'], errors: [{ text: 'ab', reason: 'word_too_short' }] },
    });
  });

  it.each([
    ['another type', form({ type: 'text/csv', text: 'abc' }), 400, 'keyword_file_format'],
    ['two files', form({ type: 'text/plain', text: 'abc' }, { type: 'text/plain', text: 'def' }), 400, 'keyword_file_several'],
    ['no file', '--XX--\r\n', 400, 'keyword_file_missing'],
    ['no form', 'x', 400, 'invalid_request'],
    ['11 MB', form({ type: 'text/plain', text: 'x'.repeat(11 * 1024 * 1024) }), 413, 'keyword_file_too_large'],
    ['100,001 lines', form({ type: 'text/plain', text: 'abc\n'.repeat(100_001) }), 413, 'keyword_file_too_long'],
  ])('refuses %s', async (_, body, status, code) => expect(await upload(body)).toMatchObject({ status, body: { code } }));

  it('tries an expression', async () => {
    const answer = await stage.call(user, 'POST', '/api/tasks/check_expression/', { expression: 'BILL-[0-9]+', sample: 'a BILL-12' });
    expect(answer.body).toEqual({ reason: null, queries: [['BILL-']], parts_of_words: false, matches: [{ start: 2, end: 9 }] });
  });

  it('limits the trials of an account, and of its organisation', async () => {
    const colleague = testCaller(ours);
    const attempt = (caller: Caller) => stage.call(caller, 'POST', '/api/tasks/check_expression/', { expression: 'a+' });
    const statusesOf = async (caller: Caller, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => attempt(caller)))).map(({ status }) => status).toSorted();
    const statuses = await statusesOf(colleague, TRIALS_OF_ACCOUNT.attempts + 1);
    expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([200, 200, 429]);
    // The trial of the test above was one of the organisation's.
    const left = TRIALS_OF_ORGANISATION.attempts - TRIALS_OF_ACCOUNT.attempts - 1;
    const others = [testCaller(ours), testCaller(ours)];
    const found = (await Promise.all(others.map((other) => statusesOf(other, TRIALS_OF_ACCOUNT.attempts - 50)))).flat();
    expect(found.filter((status) => status === 200)).toHaveLength(left);
    expect((await attempt(testCaller(randomUUID()))).status).toBe(200);
  });
});
