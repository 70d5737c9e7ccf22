import { Controller } from '@nestjs/common';
import { type InputOf, internalRepositoryRemote } from '@leakwatch/contracts';
import { FromRequest, Serves } from '@leakwatch/platform';
import { OpenRemote } from './open-remote.ts';

@Controller()
export class RepositoriesController {
  constructor(private readonly openRemote: OpenRemote) {}

  @Serves(internalRepositoryRemote)
  getRemote(@FromRequest() input: InputOf<typeof internalRepositoryRemote>) {
    return this.openRemote.run(input.params.id);
  }
}
