import { EVENT_STATUSES } from '@leakwatch/vocabulary';
import { useTexts } from './use-texts.ts';

/** The name of a status of events. One that this page does not know, of a newer server, keeps its own name and is called custom. */
export function useStatusName(): (status: string) => string {
  const { t } = useTexts();
  return (status) => {
    const known = EVENT_STATUSES.find((one) => one === status);
    return known === undefined ? t('eventStatus.custom', { status }) : t(`eventStatus.${known}`);
  };
}
