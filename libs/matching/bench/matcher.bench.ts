import { type Bench, machineLine } from '@leakwatch/bench';
import { benchEvil } from './evil.ts';
import { benchExpressions } from './expressions.ts';
import { benchWords } from './words.ts';
import { benchThreads } from './threads.ts';

const PARTS = { words: benchWords, expressions: benchExpressions, evil: benchEvil, threads: benchThreads };

/** How fast documents are matched, beside the best of npm, and whether that holds with many words, two threads and evil expressions. `only=words` runs one part. */
export const bench: Bench = {
  name: 'matcher',
  async run(context) {
    context.print(machineLine());
    const { only } = context.options;
    for (const [name, part] of Object.entries(PARTS)) {
      // A thread's program is a file of its own, which only the built benches have.
      if ((only ?? name) === name && (context.size === 'full' || name !== 'threads')) await part(context);
    }
  },
};
