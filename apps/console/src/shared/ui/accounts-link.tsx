import { Anchor } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useSettings } from '../api/settings.ts';
import { isAccountFault } from '../i18n/use-source-fault.ts';

/** Leads staff to the service accounts where a search waits for one. */
export function AccountsLink({ code }: { code: string | null }) {
  const { t } = useTexts();
  const isStaff = useSettings()?.is_staff ?? false;
  if (!isStaff || code === null || !isAccountFault(code)) return null;
  return (
    <>
      {'· '}
      <Anchor component={Link} to="/settings/service-accounts" inherit underline="always">
        {t('repositoryFaults.staff_accounts')}
      </Anchor>
    </>
  );
}
