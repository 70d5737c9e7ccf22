import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testCaller } from '@leakwatch/testing';
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
    expect(answer.body).toEqual({ reason: null, literals: ['BILL-'], matches: [{ start: 2, end: 9 }] });
  });
});
