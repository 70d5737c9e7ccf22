import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  Database,
  LOGGER,
  type Logger,
  type ObjectStore,
  row,
  rows,
  SCHEDULER,
  scheduleDeletions,
  sha256Hex,
  sql,
  Vault,
} from '@leakwatch/platform';
import { OBJECT_DELETIONS, OBJECTS } from './objects.ts';

/** A file that is not whole after this time is read from its beginning: a flood wait ends earlier. */
const UNFINISHED_SECONDS = 6 * 60 * 60;
/** From a whole file to the end of the step that read it: a worker that dies between the two leaves the parts to the next one. */
const FINISHED_SECONDS = 15 * 60;
/** Parts of all files, of half a mebibyte each. With more, downloads begin anew after an interruption, as without a store. */
const KEPT_MAX = 2_000;
/** A part is stored and read in a second; the lease of a step is longer. */
const STORE_MS = 10_000;
const FOLDER = 'parts';

/** Parts of files that are being read, for whoever goes on with them. */
export interface KeptParts {
  /** The parts of a file that are kept, by their offsets. */
  of(file: string, offsets: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  keep(file: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** The file is whole; its parts are deleted soon. */
  finish(file: string, offsets: readonly number[]): Promise<void>;
}

/**
 * Keeps parts in the object store, sealed, where another process finds them; the sweep of content deletes them. No download waits for a store that is away: what
 * it does not take or give is read again.
 */
@Injectable()
export class KeepParts implements KeptParts {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: Pick<ObjectStore, 'put' | 'get'>,
    private readonly vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(file: string, offsets: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const kept = new Map<number, Uint8Array>();
    await this.attempt(async () => {
      const listed = await this.listed(offsets.map((offset) => keyOf(file, offset)));
      for (const offset of offsets) {
        const key = keyOf(file, offset);
        const sealed = listed.has(key) ? await this.objects.get(key) : undefined;
        if (sealed !== undefined) kept.set(offset, this.vault.openBytes(sealed, key));
      }
    });
    return kept;
  }

  async keep(file: string, offset: number, bytes: Uint8Array): Promise<void> {
    const key = keyOf(file, offset);
    await this.attempt(async () => {
      // Listed before it is stored, so that a process that dies in between leaves nothing behind.
      const isListed = await this.database.inScope(SCHEDULER, async (em) => {
        const kept = await row(
          em,
          sql<{
            parts: number;
          }>`select count(*)::int as parts from ${sql.table(OBJECT_DELETIONS)} where starts_with(object_key, ${`${FOLDER}/`})`,
        );
        if (kept !== undefined && kept.parts >= KEPT_MAX) return false;
        await scheduleDeletions(em, OBJECT_DELETIONS, [key], UNFINISHED_SECONDS);
        return true;
      });
      if (isListed) await this.objects.put(key, this.vault.sealBytes(bytes, key));
    });
  }

  async finish(file: string, offsets: readonly number[]): Promise<void> {
    await this.attempt(async () => {
      const listed = await this.listed(offsets.map((offset) => keyOf(file, offset)));
      await this.database.inScope(SCHEDULER, (em) => scheduleDeletions(em, OBJECT_DELETIONS, [...listed], FINISHED_SECONDS));
    });
  }

  private async listed(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const known = await this.database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql<{ object_key: string }>`select object_key from ${sql.table(OBJECT_DELETIONS)} where object_key = any (${[...keys]}::text[])`,
      ),
    );
    return new Set(known.map(({ object_key: key }) => key));
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    const late = setTimeout(STORE_MS, null, { signal: over.signal }).then(() => {
      throw new Error(`the store takes longer than ${STORE_MS} ms`);
    });
    late.catch(() => undefined);
    try {
      await Promise.race([work(), late]);
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'parts of a file are not kept');
    } finally {
      over.abort();
    }
  }
}

/** Keys of objects are made of hashes; ids of files are Telegram's. */
const keyOf = (file: string, offset: number): string => `${FOLDER}/${sha256Hex(file)}/${offset}`;
