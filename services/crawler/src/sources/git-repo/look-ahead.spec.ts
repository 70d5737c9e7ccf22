import { expect, it } from '@jest/globals';
import { LookAhead } from './look-ahead.ts';

const TARGETS = Array.from({ length: 30 }, (_, n) => n);
const never = new AbortController().signal;

it('asks the next eight while one is worked on, each once, and not the first', async () => {
  const asked: number[] = [];
  const looks = new LookAhead(TARGETS, never, async (target) => {
    asked.push(target);
    return `answer ${target}`;
  });
  expect(await looks.at(0)).toBeUndefined();
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const answers = [];
  for (const target of TARGETS.slice(1)) answers.push(await looks.at(target));
  expect(answers).toEqual(TARGETS.slice(1).map((target) => `answer ${target}`));
  expect(asked).toEqual(TARGETS.slice(1));
});

it('a target that fails fails in its turn', async () => {
  const looks = new LookAhead(TARGETS, never, async (target) => {
    if (target === 2) throw new Error('no answer');
    return target;
  });
  await looks.at(0);
  expect(await looks.at(1)).toBe(1);
  await expect(looks.at(2)).rejects.toThrow('no answer');
  expect(await looks.at(3)).toBe(3);
});

it('its end ends what is under way, and waits for it', async () => {
  let [open, begun] = [0, 0];
  const looks = new LookAhead(TARGETS, never, async (_, signal) => {
    open += 1;
    begun += 1;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 5)));
    open -= 1;
    return undefined;
  });
  await looks.at(0);
  expect(open).toBe(8);
  await looks.end();
  expect([open, begun]).toEqual([0, 8]);
});
