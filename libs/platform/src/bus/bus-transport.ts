import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { Bus, Consumer, Delivery } from './bus.port.ts';
import type { MessageType } from './message-type.ts';

/**
 * Carries messages of the bus to `@EventPattern(topic)` handlers, a batch at a time. The handler's promise is the
 * acknowledgement.
 */
export class BusTransport extends Server implements CustomTransportStrategy {
  private readonly bus: Bus;
  private readonly group: string;
  private readonly messages: readonly MessageType<unknown>[];
  private consumers: Consumer[] = [];

  constructor(bus: Bus, group: string, messages: readonly MessageType<unknown>[]) {
    super();
    this.bus = bus;
    this.group = group;
    this.messages = messages;
  }

  /** Nest does not wait for this promise: what ends it without the callback would end the process without a word of ours. */
  listen(callback: (error?: unknown) => void): Promise<void> {
    return this.subscribe().then(() => callback(), callback);
  }

  private async subscribe(): Promise<void> {
    const subscriptions = this.messages.map((message) => {
      const handler = this.messageHandlers.get(message.topic);
      if (handler === undefined) throw new Error(`no handler for ${message.topic}`);
      const handle = async (batch: readonly Delivery[]) => {
        await lastValueFrom(this.transformToObservable(await handler(batch, undefined)), { defaultValue: undefined });
      };
      return { group: this.group, message, handle };
    });
    // At the same time: joining a consumer group takes seconds.
    this.consumers = await Promise.all(subscriptions.map((subscription) => this.bus.consume(subscription)));
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    this.consumers = [];
  }

  override on(): void {}

  override unwrap<T>(): T {
    throw new Error('the bus has no client to unwrap');
  }
}
