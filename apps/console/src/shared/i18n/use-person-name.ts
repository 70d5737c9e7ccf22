import { SUPPORT_NAME } from '@leakwatch/vocabulary';
import { useTexts } from './use-texts.ts';

/** The name of a person as records have it; what staff did in the organisation's name is the support's. */
export function usePersonName(): (name: string) => string {
  const { t } = useTexts();
  return (name) => (name === SUPPORT_NAME ? t('acting.support') : name);
}
