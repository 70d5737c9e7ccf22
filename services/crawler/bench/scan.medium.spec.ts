import { expect, it } from '@jest/globals';
import { bench } from './scan.bench.ts';

it('the scan benchmark runs, and the crawler finds the same as a scan blob by blob', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('versions of files');
});
