import type { ServiceAccount } from '@leakwatch/contracts';
import {
  checkServiceAccount,
  SERVICE_ACCOUNT_FAULTS,
  SERVICE_LOGIN_MAX,
  SERVICE_PASSWORD_MAX,
  type ServiceAccountField,
} from '@leakwatch/rules';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { type AccountDraft, draftOf } from './account-draft.ts';
import { useLazyGetServiceAccountQuery } from './api.ts';
import { AccountFields } from './account-fields.tsx';
import { useAccountName } from './use-account-name.ts';
import { useSaveAccount } from './use-save-account.ts';

const MAX: Readonly<Partial<Record<ServiceAccountField, number>>> = { login: SERVICE_LOGIN_MAX, password: SERVICE_PASSWORD_MAX };

const kept = new TypedKeeper<TypedDraft<AccountDraft>>();

/** The form of a new account, or of one that is changed. */
export function AccountForm({ account, onClose }: { account: ServiceAccount | null; onClose: () => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const nameOf = useAccountName();
  const save = useSaveAccount();
  const [read] = useLazyGetServiceAccountQuery();
  const { stored, latest } = useStored<ServiceAccount, AccountDraft>(account, ({ id }) => read(id), draftOf);
  const failed = t(account === null ? 'serviceAccounts.add_failed' : 'serviceAccounts.change_failed');
  const form = useDialogForm<AccountDraft, ServiceAccountField>({
    start: () => draftOf(account),
    check: checkServiceAccount,
    save: (draft) => save(draft, stored),
    latest,
    kept: { keeper: kept, name: account?.id ?? 'new', withoutSecrets: (typed) => ({ ...typed, password: '' }) },
    onSaved: (draft) => {
      const name = nameOf({ ...draft, login: draft.login.trim() });
      notifySuccess(t(account === null ? 'serviceAccounts.added' : 'serviceAccounts.changed', { name }));
    },
    onClose,
    failed,
    refused: {
      service_account_exists: 'login',
      service_account_phone_exists: 'phone',
      organisation_not_found: 'company',
      proxy_in_use: 'proxy_ext',
      proxy_of_other_company: 'proxy_ext',
    },
    faultText: (code, field) => {
      const fault = SERVICE_ACCOUNT_FAULTS.find((one) => one === code);
      return fault === undefined ? texts.fault(code) : t(`serviceAccounts.fault.${fault}`, { max: MAX[field] });
    },
  });
  return (
    <DialogForm
      title={account === null ? t('serviceAccounts.add_title') : nameOf(account)}
      form={form}
      failed={failed}
      send={t(account === null ? 'serviceAccounts.add' : 'pool.save')}
      onCancel={onClose}
    >
      <AccountFields account={stored} draft={form.draft} errorAt={form.errorAt} onChange={form.edit} onLeave={form.leave} />
    </DialogForm>
  );
}
