import { loadSettings } from '@leakwatch/platform';
import { Installation } from './run/installation.ts';
import { misspeltSettings } from './run/misspelt-settings.ts';
import { readyLine } from './run/ready-line.ts';
import { readScale, type Scale } from './run/scale.ts';
import { explain, untilSignal } from './run/until-signal.ts';
import { type InstallationSettings, installationSettings } from './settings.ts';

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
const installation = new Installation(settings, (line) => process.stdout.write(`${line}\n`), scale);

await untilSignal(installation, async () => {
  const ready = await installation.start();
  process.stdout.write(`${readyLine(ready)}\n`);
});
