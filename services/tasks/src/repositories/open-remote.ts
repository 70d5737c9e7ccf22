import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalRepositoryRemote } from '@leakwatch/contracts';
import { Database, NotFound, SCHEDULER, Vault } from '@leakwatch/platform';
import { credentialContext } from './read-repositories.ts';
import { openableRepository } from './repository.store.ts';

/** A repository's address with its credentials in plain text. Only the crawler's signed call may ask for it. */
@Injectable()
export class OpenRemote {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async run(id: string): Promise<AnswerOf<typeof internalRepositoryRemote>> {
    const found = await this.database.inScope(SCHEDULER, (em) => openableRepository(em, id));
    if (found === undefined) throw new NotFound();
    const credentials = found.credentials === null ? null : JSON.parse(this.vault.open(found.credentials, credentialContext(id)));
    return { address: found.address, credentials };
  }
}
