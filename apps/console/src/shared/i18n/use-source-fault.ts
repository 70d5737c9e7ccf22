import { useTexts } from './use-texts.ts';
import { useSettings } from '../api/settings.ts';
import { useCodeTexts } from './problem-text.ts';

type AccountFault = 'no_account' | 'accounts_refused';

/** Whether a search waits for what only staff can mend: the common service accounts. */
export const isAccountFault = (code: string): code is AccountFault => code === 'no_account' || code === 'accounts_refused';

/** Why a source is not searched or read, and what the reader can do: staff mend service accounts, customers contact support. */
export function useSourceFault(): (code: string) => string {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const isStaff = useSettings()?.is_staff ?? false;
  return (code) => (isStaff && isAccountFault(code) ? t(`repositoryFaults.staff_${code}`) : texts.repositoryFault(code));
}
