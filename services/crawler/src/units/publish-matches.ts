import type { Finding } from '@leakwatch/contracts';
import { type Bus, type Logger, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import type { WantedContent } from '../evidence/keep-contents.ts';
import { claimContents, type KeptContents } from '../evidence/kept-contents.ts';
import { publishable } from '../scanning/publishable.ts';
import type { MatchedPart } from '../scanning/to-findings.ts';
import type { FoundText } from './match-fetched.ts';
import type { WaitingReference } from './claims.store.ts';
import { type Audience, ownersOf, type PatternOwner } from './watching/watched-patterns.store.ts';

/** Whose patterns the documents of a unit met; `unit` for those of its subscribers alone. */
export type PublishAudience = Audience & { readonly unit: string | null };

const isKind = (kind: string): kind is PatternKind => PATTERN_KINDS.some((known) => known === kind);

interface Owned {
  readonly found: FoundText;
  readonly owner: PatternOwner & { readonly kind: PatternKind };
}

/** What was found, for each task that searches for the text now: a pattern gets documents that it has not met before. */
async function ownedBy(em: SqlEntityManager, audience: PublishAudience, found: readonly FoundText[]): Promise<readonly Owned[]> {
  const texts = [...new Map(found.map(({ text }) => [`${text.kind} ${text.text}`, text])).values()];
  const owners = new Map<string, PatternOwner[]>();
  for (const owner of await ownersOf(em, audience, texts, audience.unit)) {
    const key = `${owner.kind} ${owner.text}`;
    owners.set(key, [...(owners.get(key) ?? []), owner]);
  }
  return found.flatMap((one) =>
    (owners.get(`${one.text.kind} ${one.text.text}`) ?? []).flatMap((owner): Owned[] => {
      const { kind } = owner;
      return BigInt(owner.added) > metBefore(one.reference, one.part) && isKind(kind) ? [{ found: one, owner: { ...owner, kind } }] : [];
    }),
  );
}

/** The documents that findings will be about, for each organisation. */
export async function contentsToKeep(
  em: SqlEntityManager,
  audience: PublishAudience,
  found: readonly FoundText[],
): Promise<readonly WantedContent[]> {
  return (await ownedBy(em, audience, found)).map(({ owner, found: { bytes, original, part } }) => ({
    organisation: owner.organisation_id,
    bytes,
    original,
    first: part.byte_ranges[0]?.start ?? 0,
  }));
}

/**
 * Publishes findings, with a unit for those that need it. A task that appeared after `kept` was asked for gets findings without content.
 * Returns the references whose findings do not fit a message.
 */
export async function publishFound(
  em: SqlEntityManager,
  { bus, logger }: { readonly bus: Bus; readonly logger: Logger },
  audience: PublishAudience,
  found: readonly FoundText[],
  kept: KeptContents,
): Promise<ReadonlySet<WaitingReference>> {
  const owned = await ownedBy(em, audience, found);
  const launches = await newestLaunches(em, audience, [...new Set(owned.map(({ owner }) => owner.task_id))]);
  const made = owned.map(({ owner, found: one }): readonly [Finding, WaitingReference] => [
    {
      organisation_id: owner.organisation_id,
      task_id: owner.task_id,
      launch_id: launches.get(owner.task_id) ?? null,
      pattern: { id: owner.pattern_id, kind: owner.kind, text: owner.text },
      source_type: audience.source,
      container: one.reference.container,
      ...one.part,
      content: kept.of(owner.organisation_id, one, one.part.byte_ranges),
    },
    one.reference,
  ]);
  const { messages, refused } = publishable(made, logger);
  await claimContents(
    em,
    messages.map(({ finding }) => finding),
  );
  await bus.publish(
    em,
    messages.map(({ message }) => message),
  );
  return refused;
}

/** The number of the patterns that this version of the document met before. Which version was read is known only now. */
const metBefore = ({ known }: WaitingReference, { document }: MatchedPart): bigint =>
  known !== null && known.version === document.version ? known.matched : 0n;

async function newestLaunches(em: SqlEntityManager, { source }: Audience, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (tasks.length === 0) return new Map();
  const found = await rows(
    em,
    sql<{ task_id: string; launch_id: string }>`
      select distinct on (task_id) task_id, launch_id from crawler.launch
      where source_type = ${source} and task_id = any (${[...tasks]}::uuid[]) order by task_id, began_at desc`,
  );
  return new Map(found.map((launch) => [launch.task_id, launch.launch_id]));
}
