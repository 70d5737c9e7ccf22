import { expect, it } from '@jest/globals';
import { bench } from './detectors.bench.ts';

it('the bench of the detectors runs', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('MB/s');
});
