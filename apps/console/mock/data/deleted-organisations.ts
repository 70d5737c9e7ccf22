import type { DeletedOrganisation } from '@leakwatch/contracts';
import { DELETION_PARTS } from '@leakwatch/vocabulary';
import { minutesAgo, mockId } from '../ids.ts';

type Part = DeletedOrganisation['parts'][number];
const DONE = { state: 'done', left: 0, until: null } as const;

export const deletedOrganisation = (
  number: number,
  name: string,
  minutes: number,
  parts: Partial<Record<Part['part'], Omit<Part, 'part'>>>,
): DeletedOrganisation => ({
  id: mockId(8, 100 + number),
  name,
  deleted_at: minutesAgo(minutes),
  by: number === 3 ? null : 'staff@leakwatch.example',
  cascade: number !== 2,
  parts: DELETION_PARTS.map((part) => ({ part, ...(parts[part] ?? DONE) })),
});

/** One that is being deleted, one whose data is kept for a while, and one of which nothing is left. */
export const makeDeletedOrganisations = (): readonly DeletedOrganisation[] => [
  deletedOrganisation(1, 'Ромашка', 1, {
    tasks: { state: 'kept', left: 4, until: minutesAgo(-43_199) },
    events: { state: 'waiting', left: 100_000, until: null },
    content: { state: 'waiting', left: 812, until: null },
    reports: { state: 'unknown', left: 0, until: null },
    mirrors: { state: 'waiting', left: 2, until: null },
  }),
  deletedOrganisation(2, 'Vasilek', 8_640, {
    tasks: { state: 'kept', left: 2, until: minutesAgo(-34_560) },
    events: { state: 'kept', left: 1_204, until: minutesAgo(-34_560) },
    content: { state: 'kept', left: 310, until: minutesAgo(-34_560) },
    mirrors: { state: 'kept', left: 1, until: minutesAgo(-1_440) },
  }),
  deletedOrganisation(3, 'Old Corp', 90_000, {}),
];
