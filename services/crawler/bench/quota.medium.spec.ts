import { expect, it } from '@jest/globals';
import { bench } from './quota.bench.ts';

it('the benchmark of quota runs on its virtual clock, and nothing is searched beyond a window', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('searches into a window that was used up');
});
