import { expect, it } from '@jest/globals';
import { bench } from './schedule.bench.ts';

it('the bench of the schedule runs, and no interval is missed or doubled', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toMatch(/reached\s+\n?missed or doubled intervals: 0/);
});
