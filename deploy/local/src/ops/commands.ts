import type { OpsCommand } from './command.ts';
import { create } from './create.ts';
import { endSessions } from './end-sessions.ts';
import { forgetKeys } from './forget-keys.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { rebuildCharts } from './rebuild-charts.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';
import { rotateKeys } from './rotate-keys.ts';
import { showKeys } from './show-keys.ts';
import { showLag } from './show-lag.ts';

export const COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'dead-letters': { arguments: '[group]', does: 'list messages that could not be handled, with the reason', run: listDeadLetters },
  'replay-dead-letters': {
    arguments: '<group> [id ...]',
    does: 'deliver them again, all of the group or those named, to that group alone',
    run: replayDeadLetters,
  },
  create: {
    arguments: '<what> field=value ...',
    does: 'make a tariff, an organisation or an account, as the first staff account',
    run: create,
  },
  'end-sessions': {
    arguments: '<e-mail | --everyone>',
    does: 'end every session and token of an account, or of everybody',
    run: endSessions,
  },
  'rebuild-charts': { arguments: '', does: 'count the events of the charts again, from the events themselves', run: rebuildCharts },
  keys: { arguments: '', does: 'show which sealing keys stored values need', run: showKeys },
  'rotate-keys': {
    arguments: '[--finish]',
    does: 'use new signing and sealing keys; --finish forgets the older ones',
    run: rotateKeys,
  },
  'forget-keys': { arguments: '', does: 'let services start with other keys when the earlier ones are lost for good', run: forgetKeys },
  lag: { arguments: '[group]', does: 'how many messages each group has not handled yet', run: showLag },
};

export const usage = (): string =>
  [
    'Usage: npm run ops -- <command>',
    ...Object.entries(COMMANDS).map(([name, { arguments: args, does }]) => `  ${`${name} ${args}`.padEnd(38)} ${does}`),
  ].join('\n');
