import { expect, it } from '@jest/globals';
import { bench } from './statistics.bench.ts';

it('the benchmark of statistics runs', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('many events in proportion to few');
});
