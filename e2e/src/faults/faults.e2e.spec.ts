import { expect, jest, test } from '@jest/globals';
import { runFaults } from './run-faults.ts';

jest.setTimeout(900_000);

const FAULTS = 20;

test(`${FAULTS} kills, pauses and cuts while leaks are planted: every organisation is shown its leaks, each once`, async () => {
  const lines: string[] = [];
  const { planted, events, ...found } = await runFaults({ faults: FAULTS, seed: 1, say: (line) => lines.push(line) });
  // The lines say which faults there were.
  expect({ lines, ...found }).toEqual({
    lines,
    lost: [],
    twice: [],
    neverPlanted: [],
    wrongOrganisation: [],
    miscounted: [],
    givenUp: [],
    setBack: [],
  });
  expect(planted).toBeGreaterThan(10 * FAULTS);
  expect(events).toBe(planted);
});
