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

  async listen(callback: () => void): Promise<void> {
    for (const message of this.messages) {
      const handler = this.messageHandlers.get(message.topic);
      if (handler === undefined) throw new Error(`no handler for ${message.topic}`);
      const handle = async (batch: readonly Delivery[]) => {
        await lastValueFrom(this.transformToObservable(await handler(batch, undefined)), { defaultValue: undefined });
      };
      this.consumers.push(await this.bus.consume({ group: this.group, message, handle }));
    }
    callback();
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
