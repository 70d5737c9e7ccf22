// Kills, pauses and cuts the parts of the product while leaks are planted, and counts what was lost or shown twice:
//   npm run faults -- [--kills N] [--seed S]
// The same seed draws the same faults; what they meet depends on the machine. Starts the product in a folder of its own.
import { parseArgs } from 'node:util';
import { runFaults } from './run-faults.ts';

/** As many as in `npm test`. */
const KILLS = '20';
/** Of each kind, the first ones are printed. */
const SHOWN = 10;

const { values } = parseArgs({ options: { kills: { type: 'string', default: KILLS }, seed: { type: 'string', default: '1' } } });
const began = performance.now();
const say = (line: string) => void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
const { planted, events, ...faults } = await runFaults({ faults: Number(values.kills), seed: Number(values.seed), say });
say(`planted ${planted}, events ${events}`);
for (const [kind, lines] of Object.entries(faults)) {
  say(`${kind} ${lines.length}`);
  for (const line of lines.slice(0, SHOWN)) say(`  ${line}`);
  if (lines.length > 0) process.exitCode = 1;
}
