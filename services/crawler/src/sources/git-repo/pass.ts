import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import {
  type BegunPass,
  beginPass,
  documentsMet,
  endPass,
  PASS_SECONDS,
  type PassOwner,
  renewPass,
  standingOf,
} from '../../passes/mirror-passes.store.ts';
import type { PatternsByOrganisation } from '../../passes/scan-cohorts.store.ts';
import { countUnchecked } from '../../passes/unchecked-documents.store.ts';
import { countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { SCAN_MILLISECONDS } from '../../repositories/git/git-limits.ts';
import { IN_PLACE } from '../../waiting-places.ts';
import { whileRenewed } from '../../while-renewed.ts';
import { GuestBudget } from './guest-budget.ts';
import { otherSubscribers } from './mirror-subscribers.store.ts';
import type { Scan, ScanCounts, ScanTask } from './scan.ts';

/** One scan of a mirror for several tasks. */
export interface Pass extends BegunPass {
  /** By pattern that is scanned for. */
  readonly ownerOf: ReadonlyMap<string, ScanTask>;
  /** Those beside the task whose launch it is. */
  readonly others: readonly ScanTask[];
  readonly guests: GuestBudget;
}

/** How often a launch that waits for the pass of another one looks, and says how far that one is. */
const WAIT_MS = 1_000;
/** A scan ends itself before. One that hangs loses its pass then, so that other launches do not wait for it for ever. */
const PASS_MILLISECONDS = SCAN_MILLISECONDS + 30 * 60_000;

/**
 * Waits until no other launch scans for a pattern of this one, and holds and renews a pass while `work` runs. Where the patterns have met
 * everything, perhaps in a pass of another launch, nothing is done: most launches find nothing new. Throws Superseded when the pass was lost.
 */
export async function withPass(scan: Scan, work: (pass: Pass, signal: AbortSignal) => Promise<ScanCounts>): Promise<ScanCounts> {
  const { database, signal } = scan;
  const pass = await waitForPass(scan);
  if (pass === 'met') {
    const counts = await countMet(database, scan);
    scan.onCounted(counts);
    return counts;
  }
  const end = performance.now() + PASS_MILLISECONDS;
  const renew = async () => performance.now() < end && (await database.inScope(SCHEDULER, (em) => renewPass(em, pass.id)));
  try {
    return await whileRenewed({ signal, everyMs: (PASS_SECONDS * 1000) / 3, renew }, (renewed) => work(pass, renewed));
  } finally {
    // One that cannot be ended now expires.
    await database.inScope(SCHEDULER, (em) => endPass(em, pass.id)).catch(() => undefined);
  }
}

async function waitForPass(scan: Scan): Promise<Pass | 'met'> {
  const { database, stream, task, launch, signal, onCounted, places = IN_PLACE } = scan;
  const place = { mirror: stream.mirrorId, organisation: task.base.organisation_id };
  const owner = { ...place, launch, own: [...task.patterns.keys()] };
  for (;;) {
    signal.throwIfAborted();
    const pass = await database.inScope(SCHEDULER, (em) => tryPass(em, owner, scan));
    if (pass !== undefined) return pass;
    // A further launch may run meanwhile. Where others have met everything for this one, it has nothing more to do.
    await places.whileIdle(async () => {
      for (;;) {
        onCounted(await countMet(database, scan));
        await sleep(WAIT_MS, undefined, { signal });
        const { haveMetAll, isHeld } = await database.inScope(SCHEDULER, (em) => standingOf(em, owner));
        if (haveMetAll || !isHeld) return !haveMetAll;
      }
    }, signal);
  }
}

async function tryPass(em: SqlEntityManager, owner: PassOwner, { task, guests }: Scan): Promise<Pass | 'met' | undefined> {
  const { haveMetAll, isHeld } = await standingOf(em, owner);
  if (haveMetAll) return 'met';
  // Before the other tasks are read: a launch may wait for hours.
  if (isHeld) return undefined;
  const subscribers = await otherSubscribers(em, owner, task.base.task_id);
  const others = guests === null ? subscribers.filter(({ base }) => base.organisation_id === owner.organisation) : subscribers;
  const pass = await beginPass(em, owner, patternsByOrganisation(others));
  if (pass === undefined) return undefined;
  const all = new Map([task, ...others].flatMap((one) => [...one.patterns.keys()].map((pattern) => [pattern, one] as const)));
  const ownerOf = new Map([...pass.marks.keys()].flatMap((pattern) => ownedBy(all, pattern)));
  const taken = new Set(ownerOf.values());
  return {
    ...pass,
    ownerOf,
    others: others.filter((other) => taken.has(other)),
    guests: new GuestBudget(
      owner.organisation,
      [...taken].map(({ base }) => base),
      guests ?? undefined,
    ),
  };
}

/** @param isWanted every pattern when left out */
export function patternsByOrganisation(
  tasks: Iterable<ScanTask>,
  isWanted: (pattern: string) => boolean = () => true,
): PatternsByOrganisation {
  const found = new Map<string, string[]>();
  for (const { base, patterns } of tasks) {
    const own = found.get(base.organisation_id) ?? [];
    for (const pattern of patterns.keys()) if (isWanted(pattern)) own.push(pattern);
    if (own.length > 0) found.set(base.organisation_id, own);
  }
  return found;
}

function ownedBy(owners: ReadonlyMap<string, ScanTask>, pattern: string): readonly (readonly [string, ScanTask])[] {
  const owner = owners.get(pattern);
  return owner === undefined ? [] : [[pattern, owner]];
}

/** How far the patterns of the launch are, whoever scans for them. */
const countMet = (database: Database, scan: Scan): Promise<ScanCounts> =>
  database.inScope(SCHEDULER, async (em) => ({
    ...(await countScan(em, scan)),
    scanned: await documentsMet(em, scan.stream.mirrorId, [...scan.task.patterns.keys()]),
  }));

export const countScan = async (em: SqlEntityManager, { stream, task }: Scan): Promise<Omit<ScanCounts, 'scanned'>> => ({
  ...(await countLedger(em, stream.mirrorId)),
  unchecked: await countUnchecked(em, stream.mirrorId, task.base.task_id, [...task.patterns.keys()]),
});
