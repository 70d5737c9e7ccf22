import { expect, it } from '@jest/globals';
import { refusedArgument } from './refused-argument.ts';

it.each([
  ['', []],
  ['[--finish]', []],
  ['[--finish]', ['--finish']],
  ['[group]', ['events']],
  ['<e-mail | --everyone>', ['--everyone']],
  ['<e-mail | --everyone>', ['anna@example.org']],
  ['<group> [id ...]', ['events', '1', '2', '3']],
  ['<what> field=value ...', ['account', 'email=a@example.org', 'username=--a']],
])('%j takes %j', (pattern, args) => expect(refusedArgument(pattern, args)).toBeUndefined());

it.each([
  ['', ['extra'], 'extra'],
  ['[--finish]', ['--finished'], '--finished'],
  ['[--finish]', ['finish'], 'finish'],
  ['[--finish]', ['--finish', 'now'], 'now'],
  ['[group]', ['events', 'admin'], 'admin'],
  ['[group]', ['--all'], '--all'],
  ['<e-mail | --everyone>', ['--everybody'], '--everybody'],
  ['<e-mail | --everyone>', ['a@example.org', 'b@example.org'], 'b@example.org'],
  ['<group> [id ...]', ['events', '1', '--all'], '--all'],
])('%j refuses of %j what it does not know: %s', (pattern, args, refused) => expect(refusedArgument(pattern, args)).toBe(refused));
