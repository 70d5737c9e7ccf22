import { Controller } from '@nestjs/common';
import { type InputOf, internalMirrorRemains } from '@leakwatch/contracts';
import { Database, FromRequest, SCHEDULER, Serves } from '@leakwatch/platform';
import { mirrorRemains } from './mirror-remains.read-model.ts';

@Controller()
export class MirrorRemainsController {
  constructor(private readonly database: Database) {}

  @Serves(internalMirrorRemains)
  async post(@FromRequest() { body }: InputOf<typeof internalMirrorRemains>) {
    return { remains: await this.database.read(SCHEDULER, (em) => mirrorRemains(em, body.organisations)) };
  }
}
