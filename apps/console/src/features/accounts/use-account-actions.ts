import type { StaffAccount } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useReport } from '../../shared/pool/use-report.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import { useDeleteAccountMutation, useEndAccountSessionsMutation, useResetTwoFactorMutation } from './api.ts';

interface AccountActions {
  readonly remove: (account: StaffAccount) => Promise<void>;
  readonly resetSecondFactor: (account: StaffAccount) => Promise<void>;
  readonly endSessions: (account: StaffAccount) => Promise<void>;
}

/** What staff do to an account at once, after a question. */
export function useAccountActions(): AccountActions {
  const { t } = useTexts();
  const report = useReport();
  const oneEach = useOneEach();
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
  const asked = (what: 'delete' | 'reset' | 'end', account: StaffAccount, act: () => PromiseLike<{ readonly error?: unknown }>) =>
    oneEach(account.id, async () => {
      if (await agreed(what, account)) await report(act(), ...texts(what, account));
    });
  return {
    remove: (account) => asked('delete', account, () => remove(account.id)),
    resetSecondFactor: (account) => asked('reset', account, () => reset(account.id)),
    endSessions: (account) => asked('end', account, () => end(account.email)),
  };
}
