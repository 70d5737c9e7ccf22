// Kills, pauses and cuts the parts of the product while leaks are planted, and counts what was lost or shown twice:
//   npm run faults -- [--kills N] [--seed S] [--scan-pauses P] [--without inbox|reconciler|fencing|each]
// With --without one protection is taken out, and the run succeeds when it finds something; `each` runs with everything in place and then
// without each of them. The same seed draws the same faults; what they meet depends on the machine. Starts the product in a folder of its own.
import { parseArgs } from 'node:util';
import { runFaults } from './run-faults.ts';
import { PROTECTIONS, type Protection, protectionOf } from './without.ts';

/** As many as in `npm test`. */
const KILLS = '20';
/** A pause within a scan takes a minute or more; it is what a run without fencing needs. */
const SCAN_PAUSES = 1;
/** Of each kind, the first ones are printed. */
const SHOWN = 10;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: KILLS },
    seed: { type: 'string', default: '1' },
    'scan-pauses': { type: 'string' },
    without: { type: 'string' },
  },
});

/** Whether the run found what it must: nothing, or something without a protection. */
async function isAsItMust(without: Protection | undefined): Promise<boolean> {
  const began = performance.now();
  const say = (line: string) => void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  const scanPauses = Number(values['scan-pauses'] ?? (without === undefined || without === 'fencing' ? SCAN_PAUSES : 0));
  const options = { faults: Number(values.kills), seed: Number(values.seed), say, without, scanPauses };
  const { planted, events, ...faults } = await runFaults(options);
  say(`planted ${planted}, events ${events}`);
  for (const [kind, lines] of Object.entries(faults)) {
    say(`${kind} ${lines.length}`);
    for (const line of lines.slice(0, SHOWN)) say(`  ${line}`);
  }
  const isRed = Object.values(faults).some((lines) => lines.length > 0);
  if (without !== undefined)
    say(isRed ? `red without the ${without}, as it must be` : `green without the ${without}: this run does not hold it`);
  return isRed === (without !== undefined);
}

const wanted = values.without === 'each' ? [undefined, ...PROTECTIONS] : [protectionOf.optional().parse(values.without)];
for (const without of wanted) if (!(await isAsItMust(without))) process.exitCode = 1;
