import { Inject, Injectable } from '@nestjs/common';
import { internalLocales, internalTaskRecipients } from '@leakwatch/contracts';
import {
  asService,
  CallerSigner,
  Database,
  LeakwatchError,
  LOGGER,
  type Logger,
  newId,
  SCHEDULER,
  ServiceClient,
  SETTINGS,
  type ServiceSettings,
} from '@leakwatch/platform';
import { LOCALES, type Locale } from '@leakwatch/vocabulary';
import { beginDigest, type DueTask, dueTasks, takeItems } from './digest-item.store.ts';
import { queueDigest } from './digest-mail.store.ts';

/** A scan finds its events within a short time of each other: the first of them waits so long for the others. */
const GATHER_SECONDS = 60;

interface Recipients {
  readonly title: string;
  readonly to: readonly { readonly email: string; readonly locale: Locale }[];
}

/**
 * Makes digests of the tasks that are due: which events they tell of, and to whom, is fixed in one transaction. Who the
 * recipients are is asked of the tasks service, their languages of admin; while one is away the events wait.
 */
@Injectable()
export class MakeDigests {
  private readonly database: Database;
  private readonly settings: ServiceSettings;
  private readonly logger: Logger;
  private readonly tasks: ServiceClient;
  private readonly admin: ServiceClient;

  constructor(database: Database, @Inject(SETTINGS) settings: ServiceSettings, @Inject(LOGGER) logger: Logger, signer: CallerSigner) {
    this.database = database;
    this.settings = settings;
    this.logger = logger;
    this.tasks = new ServiceClient(settings.TASKS_URL, signer);
    this.admin = new ServiceClient(settings.ADMIN_URL, signer);
  }

  async run(now = new Date()): Promise<void> {
    const interval = this.settings.DIGEST_INTERVAL_SECONDS;
    const due = await this.database.inScope(SCHEDULER, (em) => dueTasks(em, now, Math.min(GATHER_SECONDS, interval), interval));
    for (const task of due)
      await this.make(task, now, interval).catch((error: unknown) =>
        this.logger.warn({ task: task.task_id, error: String(error) }, 'digest not made'),
      );
  }

  private async make(task: DueTask, now: Date, interval: number): Promise<void> {
    const { title, to } = await this.recipientsOf(task);
    await this.database.inScope(SCHEDULER, async (em) => {
      if (!(await beginDigest(em, task, now, interval))) return;
      const taken = await takeItems(em, task.task_id);
      if (taken.count === 0) return;
      for (const recipient of to) await queueDigest(em, task, recipient, { title, ...taken });
    });
  }

  private async recipientsOf({ task_id: id, organisation_id: organisation }: DueTask): Promise<Recipients> {
    const caller = asService('events', newId());
    const task = await this.tasks.call(internalTaskRecipients, caller, { params: { id } }).catch((error: unknown) => {
      // Gone with its organisation: there is nobody to tell.
      if (error instanceof LeakwatchError && error.status === 404) return { title: '', recipients: [] };
      throw error;
    });
    const emails = [...new Set(task.recipients)];
    if (emails.length === 0) return { title: task.title, to: [] };
    const { locales } = await this.admin.call(internalLocales, caller, { body: { organisation, emails } });
    return { title: task.title, to: emails.map((email) => ({ email, locale: locales[email] ?? LOCALES[0] })) };
  }
}
