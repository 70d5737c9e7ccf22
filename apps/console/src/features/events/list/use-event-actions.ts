import { mayChangeStatus, TRIAGE_STATUSES, type TriageStatus } from '@leakwatch/vocabulary';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { usePageActions } from '../../../shared/palette/page-actions.ts';
import type { RowEvent } from './list-row.ts';

interface Chosen {
  /** The selected events, or the one that is looked at; only those that the person may change. */
  readonly events: readonly RowEvent[];
  /** How many events change; more than `events` where all that match are meant. */
  readonly count: number;
  readonly onStatus: (status: TriageStatus) => void;
  readonly onAssign: () => void;
  readonly onAssignToMe: () => void;
  /** Where the comments are not on the page already. */
  readonly onComment?: () => void;
}

/** Offers in the command palette what the keys do with the chosen events. */
export function useEventActions({ events, count, onStatus, onAssign, onAssignToMe, onComment }: Chosen): void {
  const { t } = useTexts();
  const [only, ...more] = events;
  const about = only === undefined ? null : more.length === 0 && count === 1 ? only.pattern : t('events.selected', { count });
  const statuses = TRIAGE_STATUSES.map((status, at) => ({
    id: `status ${status}`,
    title: t('events.actions.status', { status: t(`eventStatus.${status}`) }),
    about,
    shortcut: String(at + 1),
    isPossible: events.some((event) => mayChangeStatus('user', event.status, status)),
    run: () => onStatus(status),
  }));
  const assign = { id: 'assign', title: t('events.actions.assign'), about, shortcut: 'a', run: onAssign };
  const toMe = { id: 'assign to me', title: t('events.actions.assign_to_me'), about, shortcut: 'm', run: onAssignToMe };
  const comment =
    onComment === undefined ? [] : [{ id: 'comment', title: t('events.comments.write'), about, shortcut: 'c', run: onComment }];
  usePageActions([...statuses.filter(({ isPossible }) => isPossible), ...(only === undefined ? [] : [assign, toMe, ...comment])]);
}
