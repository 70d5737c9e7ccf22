import { expect, it } from '@jest/globals';
import { bench } from './scan.bench.ts';

it('the bench of the scan runs, and the crawler finds what a scan blob by blob finds', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('versions of files');
});
