import type { StaffAccount } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { useReport } from '../../shared/pool/use-report.ts';
import { ask } from '../../shared/ui/ask.ts';
import { useDeleteAccountMutation, useEndAccountSessionsMutation, useResetTwoFactorMutation } from './api.ts';

interface AccountActions {
  readonly remove: (account: StaffAccount) => Promise<void>;
  readonly resetSecondFactor: (account: StaffAccount) => Promise<void>;
  readonly endSessions: (account: StaffAccount) => Promise<void>;
}

/** What staff do to an account at once, after a question. */
export function useAccountActions(): AccountActions {
  const { t } = useTranslation();
  const report = useReport();
  const [remove] = useDeleteAccountMutation();
  const [reset] = useResetTwoFactorMutation();
  const [end] = useEndAccountSessionsMutation();
  const agreed = (what: 'delete' | 'reset' | 'end', { email }: StaffAccount) =>
    ask({
      title: t(`accounts.ask.${what}.title`),
      text: t(`accounts.ask.${what}.text`, { email }),
      confirm: t(`accounts.ask.${what}.confirm`),
      cancel: t('common.cancel'),
    });
  const texts = (what: 'delete' | 'reset' | 'end', { email }: StaffAccount) =>
    [t(`accounts.ask.${what}.done`, { email }), t(`accounts.ask.${what}.failed`, { email })] as const;
  return {
    remove: async (account) => {
      if (await agreed('delete', account)) await report(remove(account.id), ...texts('delete', account));
    },
    resetSecondFactor: async (account) => {
      if (await agreed('reset', account)) await report(reset(account.id), ...texts('reset', account));
    },
    endSessions: async (account) => {
      if (await agreed('end', account)) await report(end(account.email), ...texts('end', account));
    },
  };
}
