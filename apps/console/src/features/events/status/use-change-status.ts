import { type EventRow, SIMILAR_MAX } from '@leakwatch/contracts';
import { reasonsFor, type TriageStatus } from '@leakwatch/vocabulary';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../shared/api/settings.ts';
import { ask } from '../../../shared/ui/ask.tsx';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { offerUndo } from '../../../shared/undo/undo-notice.tsx';
import { useLazyListSameFileQuery } from '../api.ts';
import { useLazyListSimilarQuery } from '../similar/api.ts';
import type { EventFilters } from '../filters/event-filters.ts';
import { askOthers } from './ask-others.tsx';
import { type ChangeAnswer, type StatusChange, useChangeStatusMutation } from './change-api.ts';
import { ReasonButtons } from './reason-buttons.tsx';

/** Similar events that are loaded to show their change at once. */
const SIMILAR_SHOWN = 100;
const SKIP_REASONS = ['not_found', 'same_status', 'not_allowed'] as const;

/** Changes the status of one or more events and notifies about the result. */
export function useChangeStatus() {
  const { t } = useTranslation();
  const actor = useSettings()?.username ?? '';
  const [send, { isLoading: busy }] = useChangeStatusMutation();
  const [loadSameFile] = useLazyListSameFileQuery();
  const [loadSimilar] = useLazyListSimilarQuery();
  const [changedAt, setChangedAt] = useState(0);

  const describeSkipped = ({ skipped, left }: ChangeAnswer): string | null => {
    if (left > 0) return t('events.change.left', { count: left });
    if (skipped.length === 0) return null;
    const counts = SKIP_REASONS.map((reason) => [reason, skipped.filter((one) => one.reason === reason).length] as const);
    const reasons = counts.filter(([, number]) => number > 0).map(([reason, number]) => t(`events.change.skip.${reason}`, { number }));
    return t('events.change.skipped', { reasons: reasons.join(', ') });
  };

  const change = async (of: Omit<StatusChange, 'actor' | 'everything'> & Partial<Pick<StatusChange, 'everything'>>): Promise<boolean> => {
    const wanted = { everything: null, ...of };
    setChangedAt(Date.now());
    const result = await send({ ...wanted, actor });
    if (result.error !== undefined) {
      notifyProblem(t('events.change.failed'), result.error);
      return false;
    }
    const { changed, batch } = result.data;
    const skipped = describeSkipped(result.data);
    const text = t('events.change.done', { count: changed, status: t(`eventStatus.${wanted.status}`) });
    const asksWhy = reasonsFor(wanted.status).length > 0 && wanted.everything === null;
    const more = asksWhy ? createElement(ReasonButtons, { ids: wanted.ids, status: wanted.status }) : undefined;
    if (changed > 0) offerUndo({ batch, text, rest: skipped, more });
    else notifySuccess(skipped ?? t('events.change.nothing'));
    return true;
  };

  /** What else the event's change could change; null after a failure, which was said. */
  const loadOthers = async (event: EventRow, status: TriageStatus) => {
    const [ofFile, similar] = await Promise.all([
      event.same_file ? loadSameFile(event.id) : null,
      event.sim_count > 0 ? loadSimilar({ id: event.id, limit: SIMILAR_SHOWN, offset: 0, sameFile: false }) : null,
    ]);
    for (const loaded of [ofFile, similar]) {
      if (loaded === null || loaded.data !== undefined) continue;
      notifyProblem(t('events.change.failed'), loaded.error);
      return null;
    }
    const changing = (others: readonly EventRow[]) => others.filter((other) => other.id !== event.id && other.status !== status);
    const found = similar?.data;
    const near = changing(found?.results ?? []);
    return {
      ofFile: changing(ofFile?.data ?? []),
      near,
      // Of those that were not loaded the status is not known; the answer says which had it already.
      similar: near.length + (found === undefined ? 0 : Math.min(found.count, SIMILAR_MAX) - found.results.length),
    };
  };
  const idsOf = (events: readonly EventRow[]) => events.map(({ id }) => id);

  const changeOne = async (event: EventRow, status: TriageStatus): Promise<void> => {
    const others = await loadOthers(event, status);
    if (others === null) return;
    const { ofFile, near, similar } = others;
    const nothing = ofFile.length === 0 && similar === 0;
    const answer = nothing
      ? { sameFile: false, similar: false }
      : await askOthers({ path: event.file_path, sameFile: ofFile.length, similar });
    if (answer === null) return;
    const ids = [event.id, ...(answer.sameFile ? idsOf(ofFile) : []), ...(answer.similar ? idsOf(near) : [])];
    await change({ ids, status, from: { id: event.id, ...answer } });
  };

  /** The event and all similar ones, after a question. */
  const changeSimilar = async (event: EventRow, status: TriageStatus): Promise<void> => {
    const others = await loadOthers({ ...event, same_file: false }, status);
    if (others === null) return;
    if (others.similar === 0)
      return void (await change({ ids: [event.id], status, from: { id: event.id, sameFile: false, similar: false } }));
    const confirmed = await ask({
      title: t('events.others.apply_title'),
      text: t('events.others.apply_text', { count: others.similar, status: t(`eventStatus.${status}`) }),
      confirm: t('events.same_file.all', { total: others.similar + 1 }),
      cancel: t('common.cancel'),
    });
    if (!confirmed) return;
    await change({ ids: [event.id, ...idsOf(others.near)], status, from: { id: event.id, sameFile: false, similar: true } });
  };

  /** `everything`: the filters where all events that match are meant; `ids` are then those on the screen. */
  const changeMany = (ids: readonly string[], status: TriageStatus, everything: EventFilters | null = null) =>
    change({ ids, status, from: null, everything });
  return { changeOne, changeSimilar, changeMany, busy, changedAt };
}
