import { expect, it } from '@jest/globals';
import { bench } from './intake.bench.ts';

it('the bench of the intake runs, and every way gives the same events', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('whole pipeline');
});
