import { buildTestService, callerHeaders, createTestEnvironment, testCaller, type TestEnvironment } from '@leakwatch/testing';
import { CONSUMER, type Database, newId, openFoundation, rows, SCHEDULER, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { OrganisationChange } from '@leakwatch/contracts';
import { saveOrganisation } from './organisations/organisation.store.ts';
import { tasksService } from './service.ts';

const DAY_MS = 86_400_000;
type Tariff = NonNullable<OrganisationChange['tariff']>;

const TARIFF: Tariff = {
  id: newId(),
  type: 'all_inclusive',
  task_limit: 1000,
  pattern_limit: 100_000,
  patterns_per_task_limit: 1000,
  time_limit_total_months: 12,
  launch_limit: null,
  time_limit_per_launch: null,
};
export const COUNT_LAUNCH = { type: 'count_launch', launch_limit: 2, time_limit_per_launch: 3 } as const;

/** Stores an organisation as the bus consumer would; `change` overrides fields, for a newer version. */
export async function putOrganisation(
  database: Database,
  tariff: Partial<Tariff> = {},
  change: Partial<OrganisationChange> = {},
): Promise<string> {
  const organisation: OrganisationChange = {
    organisation_id: newId(),
    version: 1,
    name: 'Romashka',
    active: true,
    trusted: true,
    custom_time_limitations: false,
    deleted: false,
    starts_at: new Date(Date.now() - DAY_MS).toISOString(),
    expires_at: new Date(Date.now() + 300 * DAY_MS).toISOString(),
    tariff: { ...TARIFF, ...tariff },
    ...change,
  };
  await database.inScope(CONSUMER, (em) => saveOrganisation(em, organisation));
  return organisation.organisation_id;
}

/** Adds stopped, confirmed tasks with `patterns` patterns each. Returns their ids. */
export async function putTasks(
  database: Database,
  organisation: string,
  count: number,
  { patterns = 2, sources = ['git_repo'] }: { patterns?: number; sources?: readonly string[] } = {},
): Promise<string[]> {
  return database.inScope(SCHEDULER, async (em) => {
    const ids = Array.from({ length: count }, newId);
    await rows(
      em,
      sql`insert into tasks.task (id, organisation_id, title, confirmed, git_monitoring, recipients, filter_keywords, filter_mode)
          select id, ${organisation}, 'Task ' || n, true, true, '{}', '{}', 'exclude'
          from unnest(${ids}::uuid[]) with ordinality as t (id, n)`,
    );
    await rows(
      em,
      sql`insert into tasks.task_source (task_id, organisation_id, source_type, search_type)
          select id, ${organisation}, source, 'by_code' from unnest(${ids}::uuid[]) as id, unnest(${[...sources]}::text[]) as source`,
    );
    await rows(
      em,
      sql`insert into tasks.pattern (id, task_id, organisation_id, kind, text, position)
          select gen_random_uuid(), id, ${organisation}, 'keyword', 'word ' || n, n
          from unnest(${ids}::uuid[]) as id, generate_series(1, ${patterns}) as n`,
    );
    return ids;
  });
}

/** Several tasks services on one database and one Redis. */
export async function openTasksServices(count: number, env: NodeJS.ProcessEnv = {}) {
  const environment: TestEnvironment = await createTestEnvironment(env);
  const apps = await Promise.all(
    Array.from({ length: count }, async () => {
      const foundation = await openFoundation(tasksService, environment.env);
      const app = await buildTestService(tasksService, foundation);
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      return { app, foundation };
    }),
  );
  const [first] = apps;
  if (first === undefined) throw new Error('no service was opened');
  return {
    apps,
    first,
    database: first.foundation.database,
    environment,
    headers: (organisation: string | null, staff = false) => callerHeaders(testCaller(organisation, { staff })),
    close: async () => {
      for (const { app } of apps) await app.close();
      await environment.drop();
    },
  };
}

export type TasksServices = Awaited<ReturnType<typeof openTasksServices>>;

export const query = <T>(database: Database, work: (em: SqlEntityManager) => Promise<T>): Promise<T> => database.inScope(SCHEDULER, work);
