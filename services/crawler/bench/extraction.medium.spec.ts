import { expect, it } from '@jest/globals';
import { bench } from './extraction.bench.ts';

it('the extraction benchmark runs, and damaged documents end with parts or a reason', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('60 of 60 damaged documents');
});
