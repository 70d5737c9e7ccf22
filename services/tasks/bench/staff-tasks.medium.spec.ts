import { expect, it } from '@jest/globals';
import { bench } from './staff-tasks.bench.ts';

it('the bench of the tables of tasks runs, and every page is answered', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n').match(/^\| (tasks|git monitoring|launches now)/gm)).toHaveLength(16);
});
