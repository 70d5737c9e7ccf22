import { evidenceKey, type Finding, type KeptContent } from '@leakwatch/contracts';
import { cancelDeletions, type SqlEntityManager } from '@leakwatch/platform';
import type { Copy } from './copy-of.ts';
import { OBJECT_DELETIONS } from './objects.ts';

/** An object in the store, and what it holds. */
export interface StoredCopy {
  readonly object: string;
  readonly hash: string;
  readonly bytes: number;
  readonly copy: Copy;
}

/** What was kept of some documents, for the findings that are made of them. */
export class KeptContents {
  constructor(
    /** SHA-256 hashes of the documents. */
    private readonly hashes: ReadonlyMap<Uint8Array, string>,
    /** By organisation and hash. */
    private readonly copies: ReadonlyMap<string, StoredCopy>,
    /** Of the key that sealed them. */
    private readonly keyVersion: number,
  ) {}

  /**
   * The content of a finding; null where it was not kept.
   * @param bytes the same object that was given to be kept, as is `original`
   */
  of(
    organisation: string,
    { bytes, original }: { readonly bytes: Uint8Array; readonly original?: Uint8Array | undefined },
    ranges: Finding['byte_ranges'],
  ): KeptContent | null {
    const found = this.find(organisation, bytes);
    if (found === undefined) return null;
    const { object, hash, copy } = found;
    const whole = original === undefined || original === bytes ? undefined : this.find(organisation, original);
    return {
      object,
      hash,
      bytes: found.bytes,
      kept_bytes: copy.stored.length,
      key_version: this.keyVersion,
      part: copy.part(ranges),
      original: whole === undefined ? null : { object: whole.object, hash: whole.hash, bytes: whole.bytes },
    };
  }

  private find(organisation: string, bytes: Uint8Array): StoredCopy | undefined {
    const hash = this.hashes.get(bytes);
    return hash === undefined ? undefined : this.copies.get(keptId(organisation, hash));
  }
}

/** Nothing was kept. */
export const NOTHING_KEPT = new KeptContents(new Map(), new Map(), 0);

export const keptId = (organisation: string, hash: string): string => `${organisation} ${hash}`;

/**
 * In the transaction that publishes findings: their content is theirs. Throws when some of it was deleted in the meantime.
 * @param claimed keys that an earlier transaction claimed
 * @returns the keys that this one claims
 */
export async function claimContents(
  em: SqlEntityManager,
  findings: readonly Finding[],
  claimed: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  const all = findings.flatMap(({ organisation_id: organisation, content }) =>
    content === null ? [] : [content, content.original].flatMap((one) => (one === null ? [] : [evidenceKey(organisation, one)])),
  );
  const keys = new Set(all.filter((key) => !claimed.has(key)));
  const cancelled = await cancelDeletions(em, OBJECT_DELETIONS, [...keys]);
  if (cancelled.size < keys.size) throw new Error('kept content was deleted before its findings were published');
  return keys;
}
