import { z } from 'zod';
import { UpstreamError, type UpstreamFailure } from '../accounts/upstream-error.ts';
import type { WaitingReference } from './claims.store.ts';
import type { LeasedUnit } from './unit.store.ts';
import type { FetchedDocument, Stored, UnitSource } from '../sources/unit-source.port.ts';
import type { AccessPool } from './with-access.port.ts';

/** Failures that concern the account or its proxy, not the document: the other fetches end too. */
const OF_ACCESS: ReadonlySet<UpstreamFailure> = new Set(['limited', 'account_refused', 'proxy_failed', 'no_account']);

/** Fetches of a document in all passes, after which nothing tries again: some pages are broken for good. */
export const ALL_TRIES = 20;

export interface FetchedReference {
  readonly reference: WaitingReference;
  readonly documents: readonly FetchedDocument[];
}

export interface Fetched {
  readonly read: readonly FetchedReference[];
  /** The upstream could not give these. */
  readonly failed: readonly { readonly reference: WaitingReference; readonly error: UpstreamError }[];
  /** The source cannot read what an earlier version of it stored of these. */
  readonly unreadable: readonly { readonly reference: WaitingReference; readonly error: z.ZodError }[];
  /** Why the rest was not fetched. */
  readonly ended: UpstreamError | undefined;
}

/** On whose behalf documents are fetched. */
export interface Fetching {
  readonly source: UnitSource;
  readonly unit: Pick<LeasedUnit, 'organisation' | 'request'>;
  readonly state: Stored | undefined;
  readonly signal: AbortSignal;
  readonly proxyFailed?: boolean;
}

/** Fetches documents at once, with one account. What was fetched before the account failed is kept. */
export async function fetchReferences(
  pool: AccessPool,
  { source, unit, state, signal: stopping, proxyFailed = false }: Fetching,
  references: readonly WaitingReference[],
): Promise<Fetched> {
  const read: FetchedReference[] = [];
  const failed: { reference: WaitingReference; error: UpstreamError }[] = [];
  const unreadable: { reference: WaitingReference; error: z.ZodError }[] = [];
  const wanted = {
    source: source.kind,
    accounts: source.accounts,
    organisations: unit.organisation === null ? [] : [unit.organisation],
    resource: source.resources.fetch,
    ...source.accountsFor?.(unit.request, state),
    rates: source.rates,
    purpose: 'crawl',
    signal: stopping,
    proxyFailed,
  } as const;
  try {
    await pool.withAccess(wanted, async (access, signal) => {
      const over = new AbortController();
      const ending = AbortSignal.any([signal, over.signal]);
      let reason: unknown;
      await Promise.all(
        references.map(async (reference) => {
          try {
            read.push({
              reference,
              documents: await source.fetch(reference, { access, signal: ending, isLastTry: reference.tries + 1 >= ALL_TRIES }),
            });
          } catch (error) {
            if (over.signal.aborted) return;
            if (error instanceof z.ZodError) {
              unreadable.push({ reference, error });
              return;
            }
            if (error instanceof UpstreamError && !OF_ACCESS.has(error.failure)) {
              failed.push({ reference, error });
              return;
            }
            reason = error;
            over.abort(error);
          }
        }),
      );
      if (reason !== undefined) throw reason;
    });
  } catch (error) {
    stopping.throwIfAborted();
    if (!(error instanceof UpstreamError)) throw error;
    return { read, failed, unreadable, ended: error };
  }
  return { read, failed, unreadable, ended: undefined };
}
