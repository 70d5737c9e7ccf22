import { type MatchingPool, ThreadEnded } from '@leakwatch/matching';
import { z } from 'zod';
import type { LinesJob } from '../screening/screening-jobs.ts';
import type { FindLines } from '../screening/holds-lines.ts';

const found = z.boolean();

/** Looks for lines in a thread: a large document that somebody made for it takes seconds. Throws the signal's reason, ThreadEnded. */
export const findLinesIn =
  (pool: MatchingPool, signal: AbortSignal): FindLines =>
  async (bytes, lines) => {
    const owner = {};
    const set = await pool.open(owner, [], signal);
    try {
      const job: LinesJob = { type: 'lines', bytes, lines: [...lines] };
      return found.parse(await set.work(job, { lane: 0, signal }));
    } catch (error) {
      signal.throwIfAborted();
      // Memory that this document alone needs: nobody knows what is in it.
      if (error instanceof ThreadEnded) throw new DOMException('a thread ended', 'TimeoutError');
      throw error;
    } finally {
      set.close();
    }
  };
