import { expect, it } from '@jest/globals';
import { bench } from './blacklist.bench.ts';

it('the bench of the blacklist runs, and every way gives the same events', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('POST undo_status');
});
