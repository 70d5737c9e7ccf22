import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalRepositoryRemote } from '@leakwatch/contracts';
import { Database, NotFound, row, SCHEDULER, sql, Vault } from '@leakwatch/platform';
import { credentialContext } from './read-repositories.ts';

/** A repository's address with its credentials in plain text. Only the crawler's signed call may ask for it. */
@Injectable()
export class OpenRemote {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async run(id: string): Promise<AnswerOf<typeof internalRepositoryRemote>> {
    const found = await this.database.inScope(SCHEDULER, (em) =>
      row(em, sql<{ address: string; credentials: Buffer | null }>`select address, credentials from tasks.repository where id = ${id}`),
    );
    if (found === undefined) throw new NotFound();
    const credentials = found.credentials === null ? null : JSON.parse(this.vault.open(found.credentials, credentialContext(id)));
    return { address: found.address, credentials };
  }
}
