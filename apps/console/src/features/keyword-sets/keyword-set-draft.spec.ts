import { describe, expect, test } from '@jest/globals';
import { KEYWORD_SET_MAX } from '@leakwatch/rules';
import { canSave, changesOf, draftOf, readDraft, keepTypedSet } from './keyword-set-draft.ts';

const SET = { name: 'Tokens', keywords: ['token', 'api key'].map((name, at) => ({ id: String(at), name })) };
const savable = (name: string, text: string) => canSave({ name, text }, readDraft({ name, text }));

describe('a draft of a keyword set', () => {
  test('that was not changed changes nothing', () => {
    expect(changesOf(SET, draftOf(SET))).toBeNull();
    expect(changesOf(SET, { name: ' Tokens ', text: 'token\n\n-dropped\nTOKEN\n api key ' })).toBeNull();
  });

  test('sends only what it changes', () => {
    expect(changesOf(SET, { ...draftOf(SET), name: 'Keys' })).toEqual({ name: 'Keys' });
    expect(changesOf(SET, { ...draftOf(SET), text: 'api key\ntoken' })).toEqual({ keywords: ['api key', 'token'] });
    expect(changesOf(SET, { ...draftOf(SET), text: 'token' })).toEqual({ keywords: ['token'] });
  });

  test('can be saved with a name and between one and the largest number of keywords', () => {
    expect(savable('a', 'token')).toBe(true);
    expect(savable(' ', 'token')).toBe(false);
    expect(savable('a', '-\n:\n')).toBe(false);
    const words = Array.from({ length: KEYWORD_SET_MAX }, (_, at) => `w${at}`).join('\n');
    expect(savable('a', words)).toBe(true);
    expect(savable('a', `${words}\none more`)).toBe(false);
  });
});

test('a set that a colleague changed meanwhile keeps the lines of both', () => {
  const base = { name: 'a', text: 'one\ntwo\nthree' };
  const mine = { name: 'mine', text: 'one\nthree\nfour' };
  const theirs = { name: 'a', text: 'zero\none\ntwo' };
  expect(keepTypedSet(base, mine, theirs)).toEqual({ name: 'mine', text: 'zero\none\nfour' });
  expect(keepTypedSet(base, mine, { ...base, name: 'b' })).toEqual(mine);
});
