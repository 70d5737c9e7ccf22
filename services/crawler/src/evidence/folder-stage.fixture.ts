import { Database, type Foundation, type ObjectStore, ObjectSweep, openFoundation, openObjects, Vault } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import type { CrawlerSettings } from '../settings.ts';
import { crawlerService } from '../service.ts';
import { KeepContents } from './keep-contents.ts';
import { KeepParts } from './keep-parts.ts';
import { OBJECT_DELETIONS } from './objects.ts';

/** The crawler's keeping of content, on a database and a folder. */
export class FolderStage {
  readonly keep: KeepContents;
  readonly sweep: ObjectSweep;

  private constructor(
    private readonly environment: TestEnvironment,
    private readonly foundation: Foundation<CrawlerSettings>,
    readonly objects: ObjectStore,
    private readonly own: boolean,
  ) {
    this.keep = this.keeping(objects);
    this.sweep = new ObjectSweep(foundation.database, objects, OBJECT_DELETIONS, foundation.logger);
  }

  /** Beside another service, with its environment. */
  static async open(environment?: TestEnvironment): Promise<FolderStage> {
    const used = environment ?? (await createTestEnvironment());
    const foundation = await openFoundation(crawlerService, used.env);
    return new FolderStage(used, foundation, await openObjects(foundation.settings), environment === undefined);
  }

  get database(): Database {
    return this.foundation.database;
  }

  get home(): string {
    return this.foundation.settings.LEAKWATCH_HOME;
  }

  keeping(objects: Pick<ObjectStore, 'put'>): KeepContents {
    const { database, settings, logger } = this.foundation;
    return new KeepContents(database, objects, new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  }

  /** As another process has it. */
  parts(objects: Pick<ObjectStore, 'put' | 'get'> = this.objects): KeepParts {
    const { database, settings, logger } = this.foundation;
    return new KeepParts(database, objects, new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  }

  async close(): Promise<void> {
    await this.foundation.close();
    if (this.own) await this.environment.drop();
  }
}
