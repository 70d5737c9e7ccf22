import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../shared/api/settings.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { offerUndo } from '../../../shared/undo/undo-notice.tsx';
import { useLazyListSameFileQuery } from '../api.ts';
import { askSameFile } from './ask-same-file.tsx';
import { type ChangeAnswer, type StatusChange, useChangeStatusMutation } from './change-api.ts';

const SKIP_REASONS = ['not_found', 'same_status', 'not_allowed'] as const;

/** Changes the status of one or more events and notifies about the result. */
export function useChangeStatus() {
  const { t } = useTranslation();
  const actor = useSettings()?.username ?? '';
  const [send, { isLoading: busy }] = useChangeStatusMutation();
  const [loadSameFile] = useLazyListSameFileQuery();
  const [changedAt, setChangedAt] = useState(0);

  const describeSkipped = ({ skipped }: ChangeAnswer): string | null => {
    if (skipped.length === 0) return null;
    const counts = SKIP_REASONS.map((reason) => [reason, skipped.filter((one) => one.reason === reason).length] as const);
    const reasons = counts.filter(([, number]) => number > 0).map(([reason, number]) => t(`events.change.skip.${reason}`, { number }));
    return t('events.change.skipped', { reasons: reasons.join(', ') });
  };

  const change = async (wanted: Omit<StatusChange, 'actor'>): Promise<boolean> => {
    setChangedAt(Date.now());
    const result = await send({ ...wanted, actor });
    if (result.error !== undefined) {
      notifyProblem(t('events.change.failed'), result.error);
      return false;
    }
    const { changed, batch } = result.data;
    const skipped = describeSkipped(result.data);
    const text = t('events.change.done', { count: changed, status: t(`eventStatus.${wanted.status}`) });
    if (changed > 0) offerUndo({ batch, text, rest: skipped });
    else notifySuccess(skipped ?? t('events.change.nothing'));
    return true;
  };

  const changeOne = async (event: EventRow, status: TriageStatus): Promise<void> => {
    const plain = { ids: [event.id], status, from: { id: event.id, sameFile: false } };
    if (!event.same_file) return void (await change(plain));
    const found = await loadSameFile(event.id);
    if (found.data === undefined) return void notifyProblem(t('events.change.failed'), found.error);
    const others = found.data.filter((other) => other.id !== event.id && other.status !== status);
    if (others.length === 0) return void (await change(plain));
    const answer = await askSameFile(event.file_path, others.length);
    if (answer === 'one') await change(plain);
    if (answer === 'all')
      await change({ ids: [event.id, ...others.map((other) => other.id)], status, from: { id: event.id, sameFile: true } });
  };

  const changeMany = (ids: readonly string[], status: TriageStatus) => change({ ids, status, from: null });
  return { changeOne, changeMany, busy, changedAt };
}
