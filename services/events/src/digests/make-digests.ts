import { Inject, Injectable } from '@nestjs/common';
import { internalDigestReaders, internalTaskRecipients } from '@leakwatch/contracts';
import {
  asService,
  Database,
  databaseNow,
  LeakwatchError,
  LOGGER,
  type Logger,
  newId,
  SCHEDULER,
  ServiceClients,
  SETTINGS,
} from '@leakwatch/platform';
import { queueForTelegram, queueMail } from './digest-outbox.store.ts';
import { type DigestReader, uniteReaders } from './digest-readers.domain.ts';
import { beginDigest, type DueTask, dueTasks, takeWaiting } from './waiting-events.store.ts';
import type { EventsSettings } from '../settings.ts';

/** A scan finds its events within a short time of each other: the first of them waits this long for the others. */
const GATHER_SECONDS = 60;

interface Readers {
  readonly title: string;
  readonly to: readonly DigestReader[];
  readonly hasChats: boolean;
}

/** Of a deleted task. */
const NOBODY: Readers = { title: '', to: [], hasChats: false };

/**
 * Makes digests of the tasks that are due; one transaction fixes their events and their readers. The tasks service knows the
 * recipients; admin knows their languages, and who of the organisation subscribed. While one of the two is away, the events
 * wait.
 */
@Injectable()
export class MakeDigests {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: EventsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly services: ServiceClients,
  ) {}

  async run(at?: Date): Promise<void> {
    const interval = this.settings.DIGEST_INTERVAL_SECONDS;
    const { now, due } = await this.database.inScope(SCHEDULER, async (em) => {
      const time = at ?? (await databaseNow(em));
      return { now: time, due: await dueTasks(em, time, Math.min(GATHER_SECONDS, interval), interval) };
    });
    for (const task of due)
      await this.make(task, now, interval).catch((error: unknown) =>
        this.logger.warn({ task: task.task_id, error: String(error) }, 'digest not made'),
      );
  }

  private async make(task: DueTask, now: Date, interval: number): Promise<void> {
    const { title, to, hasChats } = await this.readersOf(task);
    await this.database.inScope(SCHEDULER, async (em) => {
      if (!(await beginDigest(em, task, now, interval))) return;
      const taken = await takeWaiting(em, task.task_id);
      if (taken.count === 0) return;
      const content = { title, ...taken };
      for (const reader of to) await queueMail(em, task, reader, content);
      if (hasChats) await queueForTelegram(em, task, content);
    });
  }

  private async readersOf({ task_id: id, organisation_id: organisation }: DueTask): Promise<Readers> {
    const caller = asService('events', newId());
    const task = await this.services.call(internalTaskRecipients, caller, { params: { id } }).catch((error: unknown) => {
      // Deleted, perhaps with its organisation: nobody is to be notified.
      if (error instanceof LeakwatchError && error.status === 404) return undefined;
      throw error;
    });
    if (task === undefined) return NOBODY;
    const { title, recipients } = task;
    const known = await this.services.call(internalDigestReaders, caller, { body: { organisation, emails: recipients } });
    return { title, to: uniteReaders(recipients, known), hasChats: known.has_chats };
  }
}
