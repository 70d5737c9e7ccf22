import { expect, it } from '@jest/globals';
import { bench } from './overview.bench.ts';

it('the benchmark of the overview runs, and its numbers are those of its events', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('overview, 365 days');
});
