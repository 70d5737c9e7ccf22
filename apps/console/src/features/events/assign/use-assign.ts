import type { EventRow, Member } from '@leakwatch/contracts';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useInOrder } from '../../../shared/lib/use-in-order.ts';
import { notifySuccess } from '../../../shared/ui/notify.tsx';
import { offerUndo } from '../../../shared/undo/undo-notice.tsx';
import { type EventFilters, toFilters } from '../filters/event-filters.ts';
import { notifyUnsent, timeOfSending } from '../../../shared/lib/sent-changes.ts';
import { partsOf } from '../status/parts-of.ts';
import { useProgress } from '../status/use-progress.ts';
import { type AssignAnswer, type Assignment, useAssignEventsMutation } from './api.ts';

/** What the dialog needs to know of an event: what it has now only where it is alone. */
export type AssignedEvent = Pick<EventRow, 'id' | 'status'> & Partial<Pick<EventRow, 'assignee' | 'due_date' | 'reason'>>;

/** The events of a change, and the filters where all that match are meant. */
export interface AssignTarget {
  readonly events: readonly AssignedEvent[];
  readonly everything: EventFilters | null;
  /** How many events match them. */
  readonly count: number;
}

const SKIP_REASONS = ['not_found', 'unchanged', 'not_allowed', 'not_member', 'reason_unsuitable'] as const;

/** Changes assignee, due date and reason of events, and notifies about the result. */
export function useAssign() {
  const { t } = useTexts();
  const settings = useSettings();
  const [send, { isLoading: busy }] = useAssignEventsMutation();
  const startProgress = useProgress();
  const inOrder = useInOrder();
  const [assignedAt, setAssignedAt] = useState(0);

  const describeRest = ({ skipped, left }: Pick<AssignAnswer, 'skipped' | 'left'>): string | null => {
    const counts = SKIP_REASONS.map((reason) => [reason, skipped.filter((one) => one.reason === reason).length] as const);
    const reasons = counts.filter(([, number]) => number > 0).map(([reason, number]) => t(`events.assign.skip.${reason}`, { number }));
    const parts = [
      ...(reasons.length === 0 ? [] : [t('events.change.skipped', { reasons: reasons.join(', ') })]),
      ...(left === 0 ? [] : [t('events.change.left', { count: left })]),
    ];
    return parts.length === 0 ? null : parts.join(' ');
  };

  /** Resolves to why the server changed nothing, or to null. `member`: the new assignee, for the rows. */
  const assignNow = async (target: AssignTarget, change: Assignment, member?: Member): Promise<Problem | null> => {
    const { events, everything, count } = target;
    setAssignedAt(timeOfSending());
    const ids = events.map(({ id }) => id);
    const parts = everything === null ? partsOf(ids) : [ids];
    const answers: AssignAnswer[] = [];
    const progress = startProgress(everything === null ? ids.length : count);
    let sent = 0;
    for (const part of parts) {
      const chosen = everything === null ? { events: [...part] } : { filters: toFilters(everything) };
      const result = await send({ body: { ...chosen, ...change }, ids: part, member });
      if (result.error === undefined) {
        answers.push(result.data);
        progress.done((sent += part.length));
        continue;
      }
      progress.end();
      if (answers.length === 0) return toProblem(result.error);
      notifyUnsent(t('events.assign.failed'), result.error, () => void assignLoudly(target, change, member));
      break;
    }
    progress.end();
    const changed = answers.reduce((sum, answer) => sum + answer.changed, 0);
    const left = answers.reduce((sum, answer) => sum + answer.left, 0);
    const rest = describeRest({ left, skipped: answers.flatMap(({ skipped }) => skipped) });
    const batches = answers.filter((answer) => answer.changed > 0).map(({ batch }) => batch);
    if (changed > 0) offerUndo({ batches, changed, text: t('events.assign.done', { count: changed }), rest });
    else notifySuccess(rest ?? t('events.change.nothing'));
    return null;
  };

  /** One after another, as changes of statuses. */
  const assign = (...of: Parameters<typeof assignNow>) => inOrder(() => assignNow(...of));

  const me = settings === undefined ? undefined : { id: settings.user_id, name: settings.username };
  /** Without a dialog that says why it failed. */
  const assignLoudly = async (...of: Parameters<typeof assignNow>): Promise<void> => {
    const problem = await assign(...of);
    if (problem !== null) notifyUnsent(t('events.assign.failed'), problem, () => void assignLoudly(...of));
  };
  const assignToMe = (target: AssignTarget): Promise<void> => assignLoudly(target, { assignee: 'me' }, me);
  return { assign, assignToMe, busy, assignedAt };
}
