import type { EventRow, Rechecked } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { notifyProblem } from '../../../shared/ui/notify.tsx';
import { useRecheckEventMutation } from './api.ts';

export interface Recheck {
  readonly offered: boolean;
  /** The newest answer that this page knows; null before the first one. */
  readonly last: Rechecked | null;
  readonly busy: boolean;
  readonly check: () => void;
}

/** Whether the leak of an event is still there: the last answer, and a new one on demand. */
export function useRecheck({ id, recheck }: Pick<EventRow, 'id' | 'recheck'>): Recheck {
  const { t } = useTexts();
  const [ask, { data, isLoading }] = useRecheckEventMutation();
  const check = async () => {
    try {
      await ask(id).unwrap();
    } catch (error) {
      notifyProblem(t('eventTools.recheck.failed'), error);
    }
  };
  const { offered, last } = recheck;
  // The row is read again in the background and may be older than the answer. Another person's later answer comes with the row.
  const isNewer = data !== undefined && (last === null || data.as_of >= last.as_of);
  return { offered, last: isNewer ? data : last, busy: isLoading, check: () => void check() };
}
