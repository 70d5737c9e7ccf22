import { Controller } from '@nestjs/common';
import { type InputOf, internalTaskRemains } from '@leakwatch/contracts';
import { Database, FromRequest, SCHEDULER, Serves } from '@leakwatch/platform';
import { taskRemains } from './task-remains.read-model.ts';

@Controller()
export class TaskRemainsController {
  constructor(private readonly database: Database) {}

  @Serves(internalTaskRemains)
  async post(@FromRequest() { body }: InputOf<typeof internalTaskRemains>) {
    return { remains: await this.database.read(SCHEDULER, (em) => taskRemains(em, body.organisations)) };
  }
}
