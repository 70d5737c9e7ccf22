import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { newId } from '../../crypto/ids.ts';
import type { Database } from '../../orm/database.ts';
import { CONSUMER } from '../../orm/scope.ts';
import type { Bus, Consumer, Delivery } from '../bus.port.ts';
import { outgoing } from '../message-type.ts';

/** What a suite needs of an adapter: a database to publish from, buses (one a process), and a way to restart the database. */
export interface ConformanceSubject {
  readonly database: Database;
  openBus(): Bus;
  /** Ends every connection to the database, as a restart of the server does. */
  dropConnections(): Promise<void>;
  /** As if the group had read the topic an hour ago for the last time. */
  forgetReader(group: string, topic: string): Promise<void>;
  close(): Promise<void>;
}

/** As if the group had read the topic an hour ago for the last time; `url` is the owner's. */
export const forgetReaderAt = (url: string) => async (group: string, topic: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const hourAgo = `update bus.reading set seen_at = now() - interval '1 hour' where group_name = $1 and topic = $2`;
  await client.query(hourAgo, [group, topic]).finally(() => client.end());
};

const payload = z.object({ key: z.string(), n: z.number().int(), text: z.string().optional() });
export type Payload = z.output<typeof payload>;
export type Handle = (batch: readonly Delivery<Payload>[]) => Promise<void>;

/** A topic of its own for each test. */
export const messageType = () => ({ topic: `test-${newId()}`, schema: payload, keyOf: (value: Payload) => value.key });
export type Kind = ReturnType<typeof messageType>;

export async function until(what: string, done: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One subject for the tests of a suite, and what they do with it. */
export class Stage {
  private opened: { readonly subject: ConformanceSubject; readonly bus: Bus } | undefined;
  private readonly consumers: Consumer[] = [];

  constructor(open: () => Promise<ConformanceSubject>) {
    beforeAll(async () => {
      const subject = await open();
      this.opened = { subject, bus: subject.openBus() };
    });
    afterAll(async () => {
      await Promise.all(this.consumers.map((consumer) => consumer.stop()));
      await this.bus.close();
      await this.subject.close();
    });
  }

  get subject(): ConformanceSubject {
    if (this.opened === undefined) throw new Error('the stage is not open yet');
    return this.opened.subject;
  }

  get bus(): Bus {
    if (this.opened === undefined) throw new Error('the stage is not open yet');
    return this.opened.bus;
  }

  publish(message: Kind, values: readonly Payload[]): Promise<void> {
    const messages = values.map((value) => outgoing(message, value));
    return this.subject.database.inScope(CONSUMER, (em) => this.bus.publish(em, messages));
  }

  async consume(group: string, message: Kind, handle: Handle, from: Bus = this.bus, batchSize = 50): Promise<Consumer> {
    const consumer = await from.consume({ group, message, handle, batchSize });
    this.consumers.push(consumer);
    return consumer;
  }

  collect(seen: Payload[]): Handle {
    return async (batch) => void seen.push(...batch.map((delivery) => delivery.payload));
  }
}
