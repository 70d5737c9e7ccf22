import { z } from 'zod';

const count = z.number().int().nonnegative().default(0);

/** What a pass over a unit has asked for and got. */
export const passCounts = z.object({
  /** Answers of the upstream. */
  asked: count,
  /** The upstream's number of results; null where it gives none. */
  total: z.number().int().nonnegative().nullable().default(null),
  /** Documents that the answers named. */
  returned: count,
  /** Of these, those that are read: in this pass, or in the same version before. */
  read: count,
  /** Of these, those that could not be read, by reason. */
  unread: z.record(z.string(), z.number().int()).default({}),
  /** Sum of hashes of what the answers named: equal passes have equal sums, in whatever order. */
  named: z.number().int().nonnegative().default(0),
  /** Documents for which an expression was too expensive. */
  unchecked: count,
  /** The upstream has results that it does not give. */
  capped: z.boolean().default(false),
  /** The upstream said that its answer was incomplete, or documents were missed. */
  incomplete: z.boolean().default(false),
});
export type PassCounts = z.output<typeof passCounts>;

/** Counts by reason, added up. */
export function addUnread(one: PassCounts['unread'], other: Readonly<Record<string, number>>): PassCounts['unread'] {
  const sums = { ...one };
  for (const [reason, documents] of Object.entries(other)) sums[reason] = (sums[reason] ?? 0) + documents;
  return sums;
}

/** Share of asking in a unit's progress; the rest is reading. */
const ASK_SHARE = 0.5;

const unreadOf = ({ unread }: PassCounts): number => Object.values(unread).reduce((sum, documents) => sum + documents, 0);

/** How far a pass is, 0-100. @param waiting number of slices that wait */
export function percentOf(counts: PassCounts, waiting: number): number {
  const bySlices = counts.asked === 0 ? 0 : counts.asked / (counts.asked + waiting);
  const asked = waiting === 0 && counts.asked > 0 ? 1 : bySlices;
  const read = counts.returned === 0 ? asked : Math.min(1, (counts.read + unreadOf(counts)) / counts.returned);
  return Math.floor(100 * (ASK_SHARE * asked + (1 - ASK_SHARE) * Math.min(asked, read)));
}
