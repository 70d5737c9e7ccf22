import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, IDENTITY } from '@leakwatch/platform';
import { staffWithoutFactor } from '../two-factor/second-factor.store.ts';
import { SessionStore } from '../sessions/session.store.ts';

/**
 * Announces the epochs of staff without a second factor: the migration that made it mandatory raised them in the database, and the
 * gateways read them from Redis. Ends no pending sign-in.
 */
@Injectable()
export class AnnounceStaffEpochs implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const found = await this.database.inScope(IDENTITY, (em) => staffWithoutFactor(em));
    for (const { id, epoch } of found) await this.sessions.announceEpoch(id, epoch);
  }
}
