import { lazy, type ReactNode, Suspense, useState } from 'react';
import { withTexts } from '../../../shared/i18n/i18n.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import type { EventFilters } from '../filters/event-filters.ts';
import { LATER_TEXTS } from '../screen-texts.ts';
import { type AssignedEvent, type AssignTarget, useAssign } from './use-assign.ts';

/** Most visits assign nothing; the dialog has a calendar. */
const AssignDialog = lazy(async () => ({ default: (await withTexts(() => import('./assign-dialog.tsx'), LATER_TEXTS)).AssignDialog }));

/** Of the dialog that was open when the session ended. */
const kept = new TypedKeeper<AssignTarget>();

/** The dialog that assigns events, and what opens it. `name`: of the page that may open it. */
export function useAssigning(name: string) {
  const { assign, assignToMe, busy, assignedAt } = useAssign();
  const [target, setTarget] = useState(useFoundTyped(kept, name));
  useKeepTyped(kept, name, target);
  /** `count`: how many events change, where they are not all on the screen. */
  const open = (events: readonly AssignedEvent[], everything: EventFilters | null = null, count = events.length) => {
    if (events.length > 0) setTarget({ events, everything, count });
  };
  const toMe = (events: readonly AssignedEvent[], everything: EventFilters | null = null, count = events.length) => {
    if (events.length > 0) void assignToMe({ events, everything, count });
  };
  const dialog: ReactNode = target !== null && (
    <Suspense>
      <AssignDialog
        target={target}
        count={target.count}
        onAssign={(change, member) => assign(target, change, member)}
        // The answer may come when the dialog of other events is open.
        onClose={() => setTarget((now) => (now === target ? null : now))}
      />
    </Suspense>
  );
  return { open, toMe, dialog, busy, assignedAt };
}
