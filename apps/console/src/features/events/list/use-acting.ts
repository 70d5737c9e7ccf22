import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { useState } from 'react';
import type { useAssigning } from '../assign/use-assigning.tsx';
import type { useCommenting } from '../comments/use-commenting.tsx';
import type { EventFilters } from '../filters/event-filters.ts';
import { scopeOf } from '../filters/resets.ts';
import type { useChangeStatus } from '../status/use-change-status.ts';
import type { RowEvent } from './list-row.ts';
import type { ListRows } from './use-list-rows.ts';
import { useSelection } from './use-selection.ts';

interface Listed {
  readonly filters: EventFilters;
  readonly events: readonly EventRow[];
  /** How many events match the filters. */
  readonly total: number;
  readonly rows: ListRows;
}

interface Actions {
  readonly status: ReturnType<typeof useChangeStatus>;
  readonly assigning: ReturnType<typeof useAssigning>;
  readonly commenting: ReturnType<typeof useCommenting>;
}

/** What buttons and keys act on: the selected events, all that match, or those of one row; and the actions. */
export function useActing({ filters, events, total, rows }: Listed, { status: statuses, assigning, commenting }: Actions) {
  const { selectable, rowOf, changeableOf } = rows;
  const scope = scopeOf(filters);
  const selection = useSelection(selectable, scope);
  // Selecting all that match belongs to the filters and to a page that is selected as a whole.
  const [everythingOf, setEverythingOf] = useState<string | null>(null);
  const everything = everythingOf === scope && selection.isWhole ? filters : null;
  const { chosen } = selection;
  const countOf = (of: readonly RowEvent[]) => (everything === null ? of.length : total);

  const unselect = () => {
    selection.clear();
    setEverythingOf(null);
  };
  const changeChosen = async (status: TriageStatus) => {
    const ids = chosen.map(({ id }) => id);
    if (!(await statuses.changeMany(ids, status, everything, countOf(chosen)))) return;
    // A second action is for the same events; which of all that match have changed is not known here.
    if (everything === null) selection.setStatus(status);
    else unselect();
  };
  const changeRow = (event: EventRow, status: TriageStatus) => {
    const row = changeableOf(rowOf(event.id));
    return statuses.changeOne(event, status, row.length > 0 ? row : [event]);
  };
  return {
    selection,
    everything,
    selectEverything: () => setEverythingOf(scope),
    unselect,
    /** The selected events, or those of the row of `event` where none is selected. */
    chosenOr: (event: EventRow | undefined) => (chosen.length > 0 ? chosen : changeableOf(rowOf(event?.id ?? null))),
    countOf,
    changeChosen,
    changeRow,
    /** The status of the selected events, or of the row of `event` where none is selected. */
    changeStatus: (event: EventRow | undefined, status: TriageStatus) => {
      if (chosen.length > 0) void changeChosen(status);
      else if (event !== undefined && changeableOf(rowOf(event.id)).some((one) => one.status !== status)) void changeRow(event, status);
    },
    /** The form begins with what one event has. */
    assign: (of: readonly RowEvent[]) => {
      const known = of.map((one) => events.find(({ id }) => id === one.id) ?? one);
      assigning.open(known, everything, countOf(of));
    },
    assignToMe: (of: readonly RowEvent[]) => assigning.toMe(of, everything, countOf(of)),
    assignRow: (event: EventRow) => {
      const row = changeableOf(rowOf(event.id));
      if (row.length > 1) assigning.open(row);
      else assigning.open([event]);
    },
    comment: (of: readonly RowEvent[]) =>
      commenting.open(
        of.map(({ id }) => id),
        everything,
        countOf(of),
      ),
  };
}
