// npm run advisories: known vulnerabilities of the packages that run, without those of deploy/accepted-advisories.json. Needs a registry
// that answers `npm audit`; not every mirror does, and then it ends with 2. Part of CI, not of `npm test`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The report names every package with the way to it; a large tree makes some megabytes. */
const REPORT_BYTES = 64 * 1024 * 1024;

/** Advisory (`GHSA-…`) to the reason why it does not concern us. */
const accepted = JSON.parse(readFileSync(join(import.meta.dirname, 'accepted-advisories.json'), 'utf8'));
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', maxBuffer: REPORT_BYTES });

function reportOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities } = reportOf(stdout);
if (vulnerabilities === undefined) {
  process.stderr.write(`The registry did not answer npm audit:\n${stderr}\n`);
  process.exit(2);
}
const advisories = new Map(
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one === 'object')
    .map((one) => [one.url.split('/').at(-1), one]),
);
const open = [...advisories].filter(([id]) => accepted[id] === undefined);
for (const [id, { severity, name, title }] of open) process.stdout.write(`${id}  ${severity}  ${name}  ${title}\n`);
const gone = Object.keys(accepted).filter((id) => !advisories.has(id));
for (const id of gone) process.stdout.write(`${id} is accepted and not found any more: remove it from deploy/accepted-advisories.json\n`);
process.stdout.write(`${advisories.size} advisories, ${open.length} not accepted.\n`);
process.exit(open.length + gone.length === 0 ? 0 : 1);
