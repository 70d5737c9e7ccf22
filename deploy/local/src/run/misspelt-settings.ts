import leven from 'leven';

/** Ours, and no settings: of the image's programs and of the tests. */
const NO_SETTINGS = /^LEAKWATCH_(TOOLS|CHROMIUM|PORTS|URL|TEST_\w+|BENCH_\w+)$/;
const PREFIX = 'LEAKWATCH_';
/** Slips of the hand: two letters swapped, one too many, a missing plural. More would connect names that have nothing to do with one another. */
const SLIPS = 2;
/** Two slips make another word of a shorter name. */
const LONG_ENOUGH = 8;

/** One line for each variable that looks like a setting and is none: a misspelt setting would keep its default in silence. */
export function misspeltSettings(given: readonly string[], known: readonly string[]): string[] {
  const names = new Set(known);
  return given
    .filter((name) => !names.has(name) && !NO_SETTINGS.test(name))
    .flatMap((name) => {
      const near = name.length < LONG_ENOUGH ? undefined : known.find((one) => leven(name, one) <= SLIPS && !given.includes(one));
      if (near !== undefined) return `${name} is no setting and has no effect. Did you mean ${near}?`;
      return name.startsWith(PREFIX) ? `${name} is no setting and has no effect: see "Settings" in docs/operating.md` : [];
    })
    .sort();
}
