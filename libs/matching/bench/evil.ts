import { type BenchContext, figure, goal, interleave, ratioOf, sourceText, table } from '@leakwatch/bench';
import { compilePatterns } from '@leakwatch/matching';
import { EVIL_EXPRESSIONS } from './expression-kinds.ts';
import { asPatterns } from './found.ts';

const BYTES = { full: 200_000, tiny: 2_000 };

/** Every evil expression on its worst text, beside the same expression on a source text of the same length. */
export async function benchEvil({ size, print }: BenchContext): Promise<void> {
  const rows: string[][] = [];
  let worst = 0;
  for (const { expression, needs, worst: worstText } of EVIL_EXPRESSIONS) {
    const evil = Buffer.from(needs + worstText(BYTES[size]));
    const harmless = Buffer.concat([Buffer.from(needs), sourceText(evil.length)], evil.length);
    const compiled = compilePatterns(asPatterns('regex', [expression]));
    const [onEvil, onHarmless] = await interleave([
      { name: 'evil', group: 'evil', run: () => compiled.match({ bytes: evil }).length },
      { name: 'harmless', group: 'harmless', run: () => compiled.match({ bytes: harmless }).length },
    ]);
    if (onEvil === undefined || onHarmless === undefined) continue;
    if (onEvil.found + onHarmless.found > 0) throw new Error(`${expression} was found: a search that ends early says nothing`);
    const ratio = ratioOf(onEvil, onHarmless);
    worst = Math.max(worst, ratio);
    rows.push([`\`${expression.replaceAll('|', '\\|')}\``, figure(onEvil.median * 1000), figure(onHarmless.median * 1000), figure(ratio)]);
  }
  print(`\nEvil expressions, texts of ${BYTES[size]} bytes\n`);
  print(table(['expression', 'evil text, ms', 'harmless text, ms', 'ratio'], rows));
  print('');
  print(goal('time of an evil expression in proportion to harmless text, the worst', worst, { most: 2 }));
}
