import { expect, it } from '@jest/globals';
import { bench } from './report.bench.ts';

it('the bench of a report runs', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('A report of 1500 events');
});
