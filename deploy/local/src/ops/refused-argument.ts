const WORDS = /\[[^\]]*\]|<[^>]*>/g;
const ONLY_FLAG = /^\[--[a-z-]+\]$/;
const FLAG = '--';

/**
 * The first argument that a command with this pattern (`<group> [id ...]`) does not know: a mistyped `--finish` must not do what the command
 * does without it, nor a second name be passed over.
 */
export function refusedArgument(pattern: string, args: readonly string[]): string | undefined {
  const words = pattern.match(WORDS) ?? [];
  const repeats = pattern.endsWith('...') || pattern.endsWith('...]');
  return args.find((arg, at) => {
    const word = words[at] ?? (repeats ? words.at(-1) : undefined);
    if (word === undefined) return true;
    return arg.startsWith(FLAG) ? !word.includes(arg) : ONLY_FLAG.test(word);
  });
}
