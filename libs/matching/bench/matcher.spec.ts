import { expect, it } from '@jest/globals';
import { bench } from './matcher.bench.ts';

it('the benches of the matcher run, and its contestants find the same', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('@monyone/aho-corasick/fast');
});
