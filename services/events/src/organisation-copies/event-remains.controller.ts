import { Controller } from '@nestjs/common';
import { type InputOf, internalEventRemains } from '@leakwatch/contracts';
import { CONSUMER, Database, FromRequest, Serves } from '@leakwatch/platform';
import { eventRemains } from './event-remains.read-model.ts';

@Controller()
export class EventRemainsController {
  constructor(private readonly database: Database) {}

  @Serves(internalEventRemains)
  async post(@FromRequest() { body }: InputOf<typeof internalEventRemains>) {
    return { remains: await this.database.read(CONSUMER, (em) => eventRemains(em, body.organisations)) };
  }
}
