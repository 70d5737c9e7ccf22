import { expect, it } from '@jest/globals';
import { bench } from './staff-tables.bench.ts';

it('the bench of staff tables runs, and every page is answered', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  const pages = printed
    .join('\n')
    .match(/^\| (organisations|accounts|proxies|service accounts|keyword sets|tariffs|tokens|Telegram accounts|audit)/gm);
  // Every list under its filters, and each of the 18 sorts in both directions.
  expect(pages).toHaveLength(21 + 2 * 18);
});
