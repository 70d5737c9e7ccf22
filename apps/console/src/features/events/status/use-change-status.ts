import { type EventRow, SIMILAR_MAX } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { createElement, Suspense, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useInOrder } from '../../../shared/lib/use-in-order.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { showUndo } from '../../../shared/undo/undo-notice.tsx';
import { useLazyListSameFileQuery } from '../api.ts';
import type { EventFilters } from '../filters/event-filters.ts';
import { StatusNotice } from '../late-parts.ts';
import { useLazyListSimilarQuery } from '../similar/api.ts';
import type { RowEvent } from '../list/list-row.ts';
import { notifyUnsent, timeOfSending } from '../../../shared/lib/sent-changes.ts';
import { type ChangeAnswer, type StatusChange, useChangeStatusMutation } from './change-api.ts';
import { partsOf } from './parts-of.ts';
import type { SameFileQuestion } from './same-file-bar.tsx';
import { useProgress } from './use-progress.ts';
import { useDescribeSkipped } from './use-describe-skipped.ts';

/** Similar events that are loaded to show their change at once. */
const SIMILAR_SHOWN = 100;

interface Wanted extends Pick<StatusChange, 'ids' | 'status' | 'from'> {
  readonly everything?: EventFilters;
  /** How many events change where `ids` does not name all. */
  readonly count?: number;
  /** The event for which others are offered afterwards, with those of its file. */
  readonly offer?: { readonly event: EventRow; readonly ofFile: readonly string[] };
}

const idsOf = (events: readonly Pick<EventRow, 'id'>[]) => events.map(({ id }) => id);
const changing = (others: readonly EventRow[], row: readonly RowEvent[], status: TriageStatus) =>
  others.filter((other) => other.status !== status && !row.some(({ id }) => id === other.id));
/** One event changes by a call of its own, which can change others with it. */
const alone = (ids: readonly string[], event: EventRow) =>
  ids.length === 1 && ids[0] === event.id ? { id: event.id, sameFile: false, similar: false } : null;

/** Changes the status of one or more events and notifies about the result. */
export function useChangeStatus() {
  const { t } = useTexts();
  const actor = useSettings()?.username ?? '';
  const [send, { isLoading: busy }] = useChangeStatusMutation();
  const [loadSameFile] = useLazyListSameFileQuery();
  const [loadSimilar] = useLazyListSimilarQuery();
  const describeSkipped = useDescribeSkipped();
  const startProgress = useProgress();
  const inOrder = useInOrder();
  const [changedAt, setChangedAt] = useState(0);
  const [question, setQuestion] = useState<Omit<SameFileQuestion, 'answer'> | null>(null);

  const changeNow = async (whole: Wanted): Promise<boolean> => {
    const { offer, everything, count, ...wanted } = whole;
    setChangedAt(timeOfSending());
    const answers: ChangeAnswer[] = [];
    const progress = startProgress(count ?? wanted.ids.length);
    let sent = 0;
    for (const ids of wanted.from === null && everything === undefined ? partsOf(wanted.ids) : [wanted.ids]) {
      const result = await send({ ...wanted, ids, everything: everything ?? null, actor });
      if (result.error === undefined) {
        answers.push(result.data);
        progress.done((sent += ids.length));
        continue;
      }
      notifyUnsent(t('events.change.failed'), result.error, () => void change(whole));
      progress.end();
      if (answers.length === 0) return false;
      break;
    }
    progress.end();
    const changed = answers.reduce((sum, answer) => sum + answer.changed, 0);
    const left = answers.reduce((sum, answer) => sum + answer.left, 0);
    const rest = describeSkipped({ left, skipped: answers.flatMap(({ skipped }) => skipped) });
    const batches = answers.filter((answer) => answer.changed > 0).map(({ batch }) => batch);
    const { event = null, ofFile = [] } = offer ?? {};
    const notice = { batches, changed, status: wanted.status, actor, rest, ids: wanted.ids, event, ofFile };
    if (changed > 0) showUndo(batches.join(), createElement(Suspense, null, createElement(StatusNotice, notice)));
    else notifySuccess(rest ?? t('events.change.nothing'));
    return true;
  };

  /** One after another: on a slow server the keys are ahead of the answers, and no press may be lost. */
  const change = (wanted: Wanted) => inOrder(() => changeNow(wanted));

  /** The events of a row, which shows `event`; the message offers the others that can change too. */
  const changeRow = (event: EventRow, row: readonly RowEvent[], status: TriageStatus, ofFile: readonly EventRow[] = []) => {
    const ids = idsOf(row.filter((one) => one.status !== status));
    return change({ ids, status, from: alone(ids, event), offer: { event, ofFile: idsOf(ofFile) } });
  };

  /** Asks first where several others of the file would change; everything else is offered afterwards. `row`: what the row of the event stands for. */
  const changeOne = async (event: EventRow, status: TriageStatus, row: readonly RowEvent[] = [event]): Promise<void> => {
    setQuestion(null);
    if (!event.same_file) return void (await changeRow(event, row, status));
    const loaded = await loadSameFile(event.id);
    if (loaded.data === undefined) return void notifyProblem(t('events.change.failed'), loaded.error);
    const others = changing(loaded.data, row, status);
    if (others.length > 1) return setQuestion({ event, status, row, others });
    await changeRow(event, row, status, others);
  };
  const answer = (all: boolean | null): void => {
    setQuestion(null);
    if (question === null || all === null) return;
    const { event, status, row, others } = question;
    if (!all) return void changeRow(event, row, status);
    const ids = idsOf([...row.filter((one) => one.status !== status), ...others]);
    // The call of one event would also change those of its file that the page does not know.
    const from = row.length === 1 ? { id: event.id, sameFile: true, similar: false } : null;
    void change({ ids, status, from, offer: { event, ofFile: [] } });
  };

  /** The event and all similar ones, after a question. */
  const changeSimilar = async (event: EventRow, status: TriageStatus): Promise<void> => {
    const { data: found, error } = await loadSimilar({ id: event.id, limit: SIMILAR_SHOWN, offset: 0, sameFile: false });
    if (found === undefined) return void notifyProblem(t('events.change.failed'), error);
    const near = changing(found.results, [event], status);
    // Of those that were not loaded the status is not known; the answer says which had it already.
    const unknown = Math.min(found.count, SIMILAR_MAX) - found.results.length;
    const count = near.length + unknown;
    const from = { id: event.id, sameFile: false, similar: count > 0 };
    if (count === 0) return void (await change({ ids: [event.id], status, from }));
    const confirmed = await ask({
      title: t('events.others.apply_title'),
      text: t('events.others.apply_text', { count, status: t(`eventStatus.${status}`) }),
      confirm: t('events.same_file.all', { total: count + 1 }),
      cancel: t('common.cancel'),
    });
    if (confirmed) await change({ ids: [event.id, ...idsOf(near)], status, from });
  };

  /** `everything`: the filters where all events that match are meant, `count` of them; `ids` are then those on the screen. */
  const changeMany = (ids: readonly string[], status: TriageStatus, everything: EventFilters | null = null, count = ids.length) =>
    change({ ids, status, from: null, count, ...(everything !== null && { everything }) });
  return { changeOne, changeSimilar, changeMany, busy, changedAt, question: question === null ? null : { ...question, answer } };
}
