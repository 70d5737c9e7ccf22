import { expect, it } from '@jest/globals';
import { bench } from './similarity.bench.ts';

it('the bench of similarity runs, and reaches its goals', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('precision');
  expect(printed.join('\n')).not.toContain('MISSED');
});
