import type { ServiceAccount } from '@leakwatch/contracts';
import { sharesFormerCredentials } from '@leakwatch/rules';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import type { RowAction } from '../../shared/pool/row-actions.tsx';
import { useReport } from '../../shared/pool/use-report.ts';
import { useOneEach } from '../../shared/lib/use-one-each.ts';
import { ask } from '../../shared/ui/ask.ts';
import {
  useBlockServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useResetServiceAccountMutation,
  useUnblockServiceAccountMutation,
  useUnlinkServiceAccountMutation,
} from './api.ts';
import { useAccountName } from './use-account-name.ts';

/** What must be asked before an action; null where it can be done at once. */
function questionOf({ block_reason, company }: ServiceAccount, action: RowAction): 'delete' | 'unlink' | 'share' | null {
  if (action === 'delete') return 'delete';
  if (action === 'unlink') return company === null ? null : 'unlink';
  return sharesFormerCredentials(block_reason, action) ? 'share' : null;
}

/** Does what staff chose in the row of an account, and says how it ended. */
export function useAccountActions(): (account: ServiceAccount, action: RowAction) => Promise<void> {
  const { t } = useTexts();
  const oneEach = useOneEach();
  const nameOf = useAccountName();
  const report = useReport();
  const [reset] = useResetServiceAccountMutation();
  const [block] = useBlockServiceAccountMutation();
  const [unblock] = useUnblockServiceAccountMutation();
  const [unlink] = useUnlinkServiceAccountMutation();
  const [remove] = useDeleteServiceAccountMutation();
  const calls = { reset, block, unblock, unlink, delete: remove };
  const textOf = ({ company, telegram_stage }: ServiceAccount, question: NonNullable<ReturnType<typeof questionOf>>, name: string) => {
    const text = t(`serviceAccounts.ask.${question}.text`, { name, organisation: company?.name ?? '' });
    return question === 'delete' && telegram_stage === 'signed_in' ? `${text} ${t('serviceAccounts.ask.delete.telegram')}` : text;
  };
  return (account, action) =>
    oneEach(account.id, async () => {
      const name = nameOf(account);
      const question = questionOf(account, action);
      const agreed =
        question === null ||
        (await ask({
          title: t(`serviceAccounts.ask.${question}.title`),
          text: textOf(account, question, name),
          confirm: question === 'share' ? t('serviceAccounts.ask.share.confirm') : t(`pool.action.${question}`),
          cancel: t('common.cancel'),
        }));
      if (!agreed) return;
      await report(
        calls[action](account.id),
        t(`serviceAccounts.done.${action}`, { name }),
        t(`serviceAccounts.not_done.${action}`, { name }),
      );
    });
}
