import type { OrganisationChange } from '@leakwatch/contracts';
import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { countUsedLaunches } from '../launch-sessions/launch-session.store.ts';
import type { Organisation } from '../organisations/organisation.entity.ts';
import { publishTechnicalFact } from '../technical-facts/publish-technical-fact.ts';
import { countRunning } from './usage.store.ts';

type Limit = number | null | undefined;

/** What is used of a limit that became lower than before and is exceeded now. */
const exceeded = (before: Limit, limit: Limit, used: number) =>
  typeof before === 'number' && typeof limit === 'number' && limit < before && used > limit ? { used, limit } : null;

/**
 * Publishes that a change lowered limits below what the organisation uses: what runs goes on, and nothing further starts. It is told once for
 * each change; the message about the organisation is handled once.
 * @param before the organisation before the change
 */
export async function tellLoweredLimits(
  em: SqlEntityManager,
  bus: Bus,
  before: Organisation,
  { organisation_id, version, tariff, starts_at }: OrganisationChange,
  now: Date,
): Promise<void> {
  if (tariff === null) return;
  const running = await countRunning(em, organisation_id);
  const countsLaunches = tariff.type === 'count_launch' && before.tariff_type === 'count_launch';
  const launches = countsLaunches ? await countUsedLaunches(em, organisation_id, new Date(starts_at)) : 0;
  const found = {
    tasks: exceeded(before.task_limit, tariff.task_limit, running.tasks),
    patterns: exceeded(before.pattern_limit, tariff.pattern_limit, running.patterns),
    launches: exceeded(before.launch_limit, tariff.launch_limit, launches),
  };
  if (Object.values(found).every((one) => one === null)) return;
  await publishTechnicalFact(em, bus, {
    organisation_id,
    cause: `limits:${version}`,
    state: 'begun',
    kind: 'limits_lowered',
    at: now.toISOString(),
    task: null,
    source_type: null,
    repository: null,
    error_code: null,
    exceeded: found,
  });
}
