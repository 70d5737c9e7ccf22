import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AnswerOf, InputOf, tryRegexTemplate } from '@leakwatch/contracts';
import { MatchingPool, MAX_PROGRAM_SIZE, tryExpression } from '@leakwatch/matching';
import { type Caller, InvalidRequest, type RateLimit, RateLimiter } from '@leakwatch/platform';

/** The form tries an expression after each pause in typing. */
export const TRIALS_OF_STAFF = { name: 'regex_template_try', attempts: 200, seconds: 60 } as const satisfies RateLimit;
/** One thread: staff are few, and a trial takes half a second at the most. */
const THREADS = 1;

/** Runs the engine of expressions for staff, in a thread. */
@Injectable()
export class TryTemplate implements OnApplicationShutdown {
  private readonly pool = new MatchingPool({ threads: THREADS });

  constructor(private readonly limiter: RateLimiter) {}

  async onApplicationShutdown() {
    await this.pool.close();
  }

  /** Throws too_many_requests. */
  async run({ regex, sample }: InputOf<typeof tryRegexTemplate>['body'], caller: Caller): Promise<AnswerOf<typeof tryRegexTemplate>> {
    const owner = caller.account?.id ?? caller.address;
    await this.limiter.require(TRIALS_OF_STAFF, owner);
    const { reason, queries, matches, programSize } = await tryExpression(this.pool, owner, regex, sample);
    const cost = reason === null ? { instructions: programSize, most: MAX_PROGRAM_SIZE } : null;
    return { reason, queries: queries.map((texts) => [...texts]), cost, matches: [...matches] };
  }

  /** The expression as it is stored. Throws regex_template_refused with the reason when it cannot run. */
  async require(regex: string, caller: Caller): Promise<string> {
    const { reason } = await this.run({ regex, sample: '' }, caller);
    if (reason !== null) throw new InvalidRequest('regex_template_refused', { regex: reason });
    return regex.trim();
  }
}
