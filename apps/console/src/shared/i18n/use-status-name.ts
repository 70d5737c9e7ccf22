import { EVENT_STATUSES } from '@leakwatch/vocabulary';
import { useTranslation } from 'react-i18next';

/** The name of a status of events. One that this page does not know, of a newer server, keeps its own name and is called custom. */
export function useStatusName(): (status: string) => string {
  const { t } = useTranslation();
  return (status) => {
    const known = EVENT_STATUSES.find((one) => one === status);
    return known === undefined ? t('eventStatus.custom', { status }) : t(`eventStatus.${known}`);
  };
}
