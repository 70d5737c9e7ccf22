import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { evidenceContext, evidenceKey } from '@leakwatch/contracts';
import {
  Database,
  LOGGER,
  type Logger,
  newId,
  type ObjectStore,
  SCHEDULER,
  scheduleDeletions,
  sha256Hex,
  Vault,
} from '@leakwatch/platform';
import { type Copy, copyOf, MAX_KEPT_BYTES } from './copy-of.ts';
import { withoutContent } from '../storage/storage-level.store.ts';
import { KeptContents, keptId, NOTHING_KEPT, type StoredCopy } from './kept-contents.ts';
import { OBJECT_DELETIONS, OBJECTS } from './objects.ts';

/** Content whose findings were not published within this time is deleted; a transaction that waits for a lock takes minutes at most. */
const UNCLAIMED_SECONDS = 24 * 60 * 60;
/** Objects that are stored at once: enough for a store that is 20 ms away, and 64 MiB of sealed bytes at most. */
const STORED_AT_ONCE = 4;
/** A store that does not take an object within this time counts as away. */
const STORE_MS = 30_000;

/** A document with a match, for one organisation. */
export interface WantedContent {
  readonly organisation: string;
  /** The document as it was matched. */
  readonly bytes: Uint8Array;
  /** The file in which it was found, where it is another. */
  readonly original?: Uint8Array | undefined;
  /** The byte with which the first match begins. */
  readonly first: number;
}

interface Planned extends StoredCopy {
  readonly organisation: string;
}

/** Keeps the content of documents before their findings are published. */
@Injectable()
export class KeepContents {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: Pick<ObjectStore, 'put'>,
    private readonly vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores documents, sealed, once for each organisation. Their deletion is scheduled until `claim`, so a process that dies in between
   * leaves nothing behind. What the store does not take is missing in the answer: findings never wait for it. So is the content of an
   * organisation whose storage is full.
   */
  async run(wanted: readonly WantedContent[]): Promise<KeptContents> {
    if (wanted.length === 0) return NOTHING_KEPT;
    const full = await this.database.inScope(SCHEDULER, (em) => withoutContent(em, [...new Set(wanted.map((one) => one.organisation))]));
    const within = wanted.filter(({ organisation }) => !full.has(organisation));
    if (within.length === 0) return NOTHING_KEPT;
    const { hashes, planned } = plan(within);
    const keys = [...planned.values()].map(keyOf);
    await this.database.inScope(SCHEDULER, (em) => scheduleDeletions(em, OBJECT_DELETIONS, keys, UNCLAIMED_SECONDS));
    const copies = new Map<string, StoredCopy>();
    const waiting = [...planned];
    const storeNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [id, copy] = next;
        if (await this.store(copy)) copies.set(id, copy);
      }
    };
    await Promise.all(Array.from({ length: STORED_AT_ONCE }, storeNext));
    return new KeptContents(hashes, copies, this.vault.version);
  }

  /** Returns whether the store has it. */
  private async store(planned: Planned): Promise<boolean> {
    const { organisation, hash, copy } = planned;
    const over = new AbortController();
    const late = setTimeout(STORE_MS, null, { signal: over.signal }).then(() => {
      throw new Error(`the store takes longer than ${STORE_MS} ms`);
    });
    late.catch(() => undefined);
    try {
      const sealed = this.vault.sealBytes(copy.stored, evidenceContext(organisation, hash));
      await Promise.race([this.objects.put(keyOf(planned), sealed), late]);
      return true;
    } catch (error) {
      this.logger.warn({ organisation, error: String(error) }, 'content of a document was not kept');
      return false;
    } finally {
      over.abort();
    }
  }
}

const keyOf = ({ organisation, ...copy }: Planned) => evidenceKey(organisation, copy);

interface Plan {
  readonly hashes: ReadonlyMap<Uint8Array, string>;
  /** By organisation and hash. */
  readonly planned: ReadonlyMap<string, Planned>;
}

/** Each document and original once for each organisation. An original over the bound is not kept: a part of a PDF opens nowhere. */
function plan(wanted: readonly WantedContent[]): Plan {
  const hashes = new Map<Uint8Array, string>();
  const copies = new Map<string, Copy>();
  const planned = new Map<string, Planned>();
  const add = (organisation: string, bytes: Uint8Array, first: number) => {
    const hash = hashes.get(bytes) ?? sha256Hex(bytes);
    hashes.set(bytes, hash);
    const id = keptId(organisation, hash);
    if (planned.has(id)) return;
    // Of a document over the bound each organisation keeps the part with its own matches.
    const key = bytes.length > MAX_KEPT_BYTES ? id : hash;
    const copy = copies.get(key) ?? copyOf(bytes, first);
    copies.set(key, copy);
    planned.set(id, { organisation, object: newId(), hash, bytes: bytes.length, copy });
  };
  for (const { organisation, bytes, original, first } of wanted) {
    add(organisation, bytes, first);
    if (original !== undefined && original !== bytes && original.length <= MAX_KEPT_BYTES) add(organisation, original, 0);
  }
  return { hashes, planned };
}
