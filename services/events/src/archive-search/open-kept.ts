import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { evidenceContext, evidenceKey } from '@leakwatch/contracts';
import { LOGGER, type Logger, type ObjectStore, Vault } from '@leakwatch/platform';
import type { Evidence } from '../evidence/evidence.entities.ts';
import { OBJECTS } from '../evidence/objects.ts';

/** A store that does not answer within this time counts as away. */
const STORE_MS = 30_000;

/** The object store does not answer. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

/** Opens kept documents for the search. */
@Injectable()
export class OpenKept {
  constructor(
    @Inject(OBJECTS) private readonly objects: Pick<ObjectStore, 'get'>,
    private readonly vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The bytes as they were kept; undefined where they are gone or cannot be opened. Throws StoreAway. */
  async run({ organisation_id: organisation, hash, object_id: object }: Evidence): Promise<Uint8Array | undefined> {
    const sealed = await this.read(evidenceKey(organisation, { hash, object }));
    if (sealed === undefined) return undefined;
    try {
      return this.vault.openBytes(Buffer.from(sealed), evidenceContext(organisation, hash));
    } catch (error) {
      this.logger.warn({ organisation, hash, error: String(error) }, 'kept content cannot be opened');
      return undefined;
    }
  }

  private async read(key: string): Promise<Uint8Array | undefined> {
    const over = new AbortController();
    const late = setTimeout(STORE_MS, null, { signal: over.signal }).then(() => {
      throw new Error(`the store takes longer than ${STORE_MS} ms`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([this.objects.get(key), late]);
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'kept content cannot be read');
      throw new StoreAway('the object store does not answer');
    } finally {
      over.abort();
    }
  }
}
