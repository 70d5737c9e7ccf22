import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { notifyRunning } from '../../../shared/ui/notify.tsx';

/** A change of fewer events is done before a person would read that it runs. */
const SHOWN_FROM = 500;

/** Says that a change of so many events runs, and how many are done where it is sent in parts. */
export function useProgress(): (count: number) => { readonly done: (changed: number) => void; readonly end: () => void } {
  const { t } = useTexts();
  return (count) => {
    if (count <= SHOWN_FROM) return { done: () => {}, end: () => {} };
    const { say, end } = notifyRunning(t('events.change.running', { count }));
    return { done: (number) => say(t('events.change.running_done', { count, number })), end };
  };
}
