import { loadSettings, type Settings, settingsSchema } from '@leakwatch/platform';
import { Installation } from './run/installation.ts';
import { explain, untilSignal } from './run/until-signal.ts';

function readSettings(): Settings {
  try {
    return loadSettings(settingsSchema, process.env);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

const installation = new Installation(readSettings(), (line) => process.stdout.write(`${line}\n`));

await untilSignal(installation, async () => {
  const ready = await installation.start();
  process.stdout.write(`Leakwatch is ready: ${ready.url}  sign in as ${ready.adminEmail} with ${ready.adminPassword}  (Ctrl-C stops it)\n`);
});
