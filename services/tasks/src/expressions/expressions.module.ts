import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { MatchingPool } from '@leakwatch/matching';
import { ExpressionThrottle } from './expression-throttle.ts';
import { JudgeExpressions } from './judge-expressions.ts';
import { TryExpression } from './try-expression.ts';

/** Two organisations are served at once; what a form asks takes milliseconds, and at most half a second. */
const THREADS = 2;

/** Runs the engine of expressions in threads: never on the event loop, never while a row is locked. */
@Module({
  providers: [
    { provide: MatchingPool, useFactory: () => new MatchingPool({ threads: THREADS }) },
    ExpressionThrottle,
    JudgeExpressions,
    TryExpression,
  ],
  exports: [JudgeExpressions, TryExpression],
})
export class ExpressionsModule implements OnApplicationShutdown {
  constructor(private readonly pool: MatchingPool) {}

  async onApplicationShutdown() {
    await this.pool.close();
  }
}
