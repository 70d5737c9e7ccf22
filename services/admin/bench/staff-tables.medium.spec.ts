import { expect, it } from '@jest/globals';
import { bench } from './staff-tables.bench.ts';

it('the bench of staff tables runs, and every page is answered', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n').match(/^\| (organisations|accounts|proxies|service accounts|tokens|Telegram accounts|audit)/gm)).toHaveLength(
    21,
  );
});
