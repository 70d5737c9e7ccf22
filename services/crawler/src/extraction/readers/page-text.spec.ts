import { expect, test } from '@jest/globals';
import { pageBeyond, pageText } from './page-text.ts';

test('the text of a page has its comments and attributes behind what it shows', () => {
  const page = '<p>one <b>two</b></p><!-- password: Kot42 --><div><!--nested--><a href="https://leak.example/">link</a></div>';
  const lines = pageText(page).split('\n');
  expect(lines[0]).toBe('one two');
  expect(lines.slice(-3)).toEqual(['password: Kot42', 'nested', 'https://leak.example/']);
});

test('a page says what its text does not, comments among it', () => {
  expect(pageBeyond('<p>hello</p><!--hidden--><a href="https://leak.example/">hello</a>', 'hello')).toBe('hidden\nhttps://leak.example/');
});
