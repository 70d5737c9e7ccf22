import { expect, it } from '@jest/globals';
import { bench } from './access.bench.ts';

it('the bench of access runs: sign-ins and another person’s requests are all answered', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('another request, 3 sign-ins at once');
});
