import { Injectable } from '@nestjs/common';
import type { AnswerOf, checkExpression as route, InputOf } from '@leakwatch/contracts';
import { MatchingPool, tryExpression } from '@leakwatch/matching';
import { type Caller, Forbidden } from '@leakwatch/platform';
import { ExpressionThrottle } from './expression-throttle.ts';

/** Tries an expression for a person. */
@Injectable()
export class TryExpression {
  constructor(
    private readonly pool: MatchingPool,
    private readonly throttle: ExpressionThrottle,
  ) {}

  /** Throws too_many_requests. */
  async run({ expression, sample }: InputOf<typeof route>['body'], { account, organisation }: Caller): Promise<AnswerOf<typeof route>> {
    if (account === null) throw new Forbidden('not_in_organisation');
    await this.throttle.try(account.id, organisation);
    const { reason, queries, partsOfWords, matches } = await tryExpression(this.pool, organisation ?? account.id, expression, sample);
    return { reason, queries: queries.map((texts) => [...texts]), parts_of_words: partsOfWords, matches: [...matches] };
  }
}
