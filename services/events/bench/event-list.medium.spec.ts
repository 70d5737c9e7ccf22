import { expect, it } from '@jest/globals';
import { bench } from './event-list.bench.ts';

it('the benchmark of the list of events runs, and finds what it looks for', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('a rare part of the content');
});
