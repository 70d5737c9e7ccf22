import {
  CONSUMER,
  type Foundation,
  migrateSchema,
  newId,
  openFoundation,
  rows,
  SCHEDULER,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';
import { countDeadlocks, createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import pg from 'pg';
import { migrations } from '../migrations.ts';
import { mirrorFor } from '../repositories/mirrors/mirror.store.ts';
import { crawlerService } from '../service.ts';
import type { CrawlerSettings } from '../settings.ts';

/** The crawler's schema in a database of its own. */
export class CrawlerStage {
  readonly foundation: Foundation<CrawlerSettings>;
  /** A connection of its own, for published messages and for migrations. */
  readonly client: pg.Client;
  private readonly environment: TestEnvironment;

  private constructor(environment: TestEnvironment, foundation: Foundation<CrawlerSettings>, client: pg.Client) {
    this.environment = environment;
    this.foundation = foundation;
    this.client = client;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<CrawlerStage> {
    const environment = await createTestEnvironment(settings);
    const client = new pg.Client({ connectionString: environment.databaseUrl });
    await client.connect();
    return new CrawlerStage(environment, await openFoundation(crawlerService, environment.env), client);
  }

  /** Returns how many deadlocks PostgreSQL resolved. */
  async close(): Promise<number> {
    await this.client.end();
    await this.foundation.close();
    const deadlocks = await countDeadlocks(this.environment.databaseUrl);
    await this.environment.drop();
    return deadlocks;
  }

  get database() {
    return this.foundation.database;
  }

  inScope<T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    return this.database.inScope(SCHEDULER, work);
  }

  /** Rows of every organisation. */
  rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return this.database.inScope(CONSUMER, (em) => rows(em, query));
  }

  /** A mirror that nobody has fetched. */
  newMirror(address = `https://git.example/${newId()}.git`, scope = '', organisation = newId()): Promise<string> {
    return this.inScope((em) => mirrorFor(em, address, scope, organisation));
  }

  /** Payloads of the messages of a topic that have this value in a field, in order. */
  async published(topic: string, field: 'task_id' | 'organisation_id' | 'launch_id', value: string): Promise<unknown[]> {
    const found = await this.client.query<{ payload: unknown }>(
      'select payload from bus.message where topic = $1 and payload ->> $2 = $3 order by position',
      [topic, field, value],
    );
    return found.rows.map(({ payload }) => payload);
  }

  /** Makes the schema anew, without this migration and those that come later. `client` writes rows of every organisation then. */
  async migrateBefore(name: string): Promise<void> {
    await this.client.query('drop schema crawler cascade');
    await migrateSchema(this.environment.databaseUrl, { ...migrations, steps: migrations.steps.filter((step) => step.name < name) });
    await this.client.query(`select set_config('leakwatch.scope', 'consumer', false)`);
  }

  /** Returns the names of the migrations that were carried out. */
  migrate(): Promise<readonly string[]> {
    return migrateSchema(this.environment.databaseUrl, migrations);
  }
}
