import { expect, it } from '@jest/globals';
import { bench } from './list-keys.bench.ts';

it('the bench of the list’s keys runs, with both densities and the panel', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  for (const what of ['compact: 20 rows', 'full: 10 rows', '`x`, compact rows', '`j`, full rows, panel open'])
    expect(printed.join('\n')).toContain(what);
});
