import { resolve } from 'node:path';
import { loadSettings } from '@leakwatch/platform';
import { startDemonstration, startDemonstrationSources } from './demo/demonstration.ts';
import { Home } from './home.ts';
import { Installation } from './run/installation.ts';
import { misspeltSettings } from './run/misspelt-settings.ts';
import { readyLine } from './run/ready-line.ts';
import { readScale, type Scale } from './run/scale.ts';
import { explain, untilSignal } from './run/until-signal.ts';
import { type InstallationSettings, installationSettings } from './settings.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

function read(): { settings: InstallationSettings; scale: Scale } {
  try {
    return { scale: readScale(process.argv.slice(2)), settings: loadSettings(installationSettings, process.env) };
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

const { settings, scale } = read();
for (const line of misspeltSettings(Object.keys(process.env), Object.keys(installationSettings.shape))) process.stderr.write(`${line}\n`);
const installation = new Installation(settings, say, scale);

await untilSignal(installation, async () => {
  const sources = await startDemonstrationSources(new Home(resolve(settings.LEAKWATCH_HOME)));
  installation.beforeStop(() => sources.close());
  // The sample repository and the simulated sources are on this machine, so this installation must allow private addresses.
  const ready = await installation.start({ ...sources.env, GIT_ALLOW_PRIVATE_ADDRESSES: 'true' });
  const demonstration = await startDemonstration(ready, sources);
  installation.beforeStop(() => demonstration.stop());
  say(readyLine(ready));
  const { email, password, planted, filtered, searched } = demonstration;
  say(
    `Demonstration: sign in as ${email} with ${password}; of ${planted} planted leaks ${planted - filtered} are open on the events page, ${filtered} is sorted out by a filter keyword; ${searched} more are in simulated GitHub, gists, GitLab, Pastebin, Google documents and Telegram`,
  );
});
