// npm run ops -- <command> [arguments]: commands for operators of a running Leakwatch.
import { createLogger, InvalidSettings, loadSettings, openBus } from '@leakwatch/platform';
import { CannotStart } from './cannot-start.ts';
import type { OpsCommand } from './ops/command.ts';
import { COMMANDS, usage } from './ops/commands.ts';
import { databaseUrlOf } from './ops/database-url.ts';
import { refusedArgument } from './ops/refused-argument.ts';
import { staffSignIn } from './ops/staff-sign-in.ts';
import { installationSettings } from './settings.ts';

const [name = '', ...args] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function run(command: OpsCommand): Promise<void> {
  const settings = loadSettings(installationSettings, process.env);
  const databaseUrl = databaseUrlOf(settings);
  const bus = await openBus({ ...settings, DATABASE_URL: databaseUrl }, createLogger('ops', 'error'));
  try {
    await command.run({ bus, settings, databaseUrl, say, staff: () => staffSignIn(settings) }, args);
  } finally {
    await bus.close();
  }
}

const command = COMMANDS[name];
try {
  if (command === undefined) throw new CannotStart(usage());
  const refused = refusedArgument(command.arguments, args);
  if (refused !== undefined)
    throw new CannotStart(`${refused} is no argument of it: npm run ops -- ${`${name} ${command.arguments}`.trim()}`);
  await run(command);
} catch (error) {
  const ours = error instanceof CannotStart || error instanceof InvalidSettings;
  process.stderr.write(`${ours ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
