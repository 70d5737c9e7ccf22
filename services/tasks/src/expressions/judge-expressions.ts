import { Injectable } from '@nestjs/common';
import type { TaskBody } from '@leakwatch/contracts';
import { type ExpressionVerdict, MatchingPool } from '@leakwatch/matching';
import { Database, organisationScope } from '@leakwatch/platform';
import { readExpressions, TASK_PATTERNS_MAX } from '@leakwatch/rules';
import { findOrganisation } from '../organisations/organisation.store.ts';
import { ExpressionThrottle } from './expression-throttle.ts';

/** What the engine says of each expression of a body. */
export type Verdicts = ReadonlyMap<string, ExpressionVerdict>;

/** Judged at once, about a tenth of a second; then another organisation has its turn. */
const AT_ONCE = 100;

/** Judges the expressions of a task before it is saved: in a thread, and outside the transaction that locks the organisation. */
@Injectable()
export class JudgeExpressions {
  constructor(
    private readonly database: Database,
    private readonly pool: MatchingPool,
    private readonly throttle: ExpressionThrottle,
  ) {}

  /** None when there are more than the organisation may save: such a task is refused for that. Throws too_many_requests. */
  async run(organisationId: string, body: Pick<TaskBody, 'patterns'>): Promise<Verdicts> {
    const { accepted } = readExpressions(body.patterns.regex_keywords.patterns);
    const verdicts = new Map<string, ExpressionVerdict>();
    if (accepted.length === 0) return verdicts;
    const organisation = await this.database.inScope(organisationScope(organisationId), (em) => findOrganisation(em, organisationId));
    if (accepted.length > (organisation?.patterns_per_task_limit ?? TASK_PATTERNS_MAX)) return verdicts;
    await this.throttle.save(organisationId);
    for (let from = 0; from < accepted.length; from += AT_ONCE)
      for (const verdict of await this.pool.check(organisationId, accepted.slice(from, from + AT_ONCE)))
        verdicts.set(verdict.expression, verdict);
    return verdicts;
  }
}
