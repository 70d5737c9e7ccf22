import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { htmlOfText } from './html-of-text.ts';

const CONSOLE = 'https://leaks.example';
const html = (text: string) => htmlOfText(text, { console: CONSOLE });
const linksIn = (text: string) => [...html(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('the HTML of a mail', () => {
  it('links a line that is an address of the console', () => {
    expect(linksIn('Hello,\n\nhttps://leaks.example/events?task=1&code=2\n')).toEqual(['https://leaks.example/events?task=1&amp;code=2']);
  });

  it.each([
    'https://leaks.example.evil.example/login',
    'https://leaks.example@evil.example/',
    'http://leaks.example/over-plain-http',
    'see https://leaks.example/ here',
    'https://',
    'javascript:alert(1)',
  ])('leaves %s as text', (line) => {
    expect(linksIn(line)).toEqual([]);
    expect(html(line)).toContain(line);
  });

  it('has no element of the text, whatever it says', () => {
    const own = html('').match(/<[a-z!/][^>]*>/g);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '=', 'img', 'http://') }), (text) => {
        expect(html(text).match(/<[a-z!/][^>]*>/g)).toEqual(own);
      }),
    );
  });
});
