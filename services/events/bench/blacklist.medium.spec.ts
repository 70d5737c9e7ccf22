import { expect, it } from '@jest/globals';
import { bench } from './blacklist.bench.ts';

it('the blacklist benchmark runs, and every variant gives the same events', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('POST undo_status');
});
