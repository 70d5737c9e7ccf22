import type { StaffAccount } from '@leakwatch/contracts';
import { ACCOUNT_FAULTS, type AccountField } from '@leakwatch/rules';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { type AccountDraft, changesOf, draftFaults, draftOf, newDraft, toBody } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountHelp } from './account-help.tsx';
import { useChangeAccountMutation, useCreateAccountMutation, useLazyGetAccountQuery } from './api.ts';

const kept = new TypedKeeper<TypedDraft<AccountDraft>>();

const withoutSecrets = (draft: AccountDraft): AccountDraft => ({ ...draft, defaultPassword: '' });

/** The form of an account, or of a new one. */
export function AccountForm({ account, onClose }: { account: StaffAccount | null; onClose: () => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [read] = useLazyGetAccountQuery();
  // As it was when the dialog opened: a change by a colleague meanwhile is not undone.
  const { stored, latest } = useStored(account, ({ id }) => read(id), draftOf);
  const [create] = useCreateAccountMutation();
  const [change] = useChangeAccountMutation();
  const failed = t(account === null ? 'accounts.create_failed' : 'accounts.change_failed');
  const form = useDialogForm<AccountDraft, AccountField | 'company'>({
    start: () => (stored === null ? newDraft() : draftOf(stored)),
    check: draftFaults,
    save: async (draft) => {
      if (stored === null) return problemOf(await create(toBody(draft)));
      const body = changesOf(draft, draftOf(stored));
      return Object.keys(body).length === 0 ? null : problemOf(await change({ id: stored.id, body: { ...body, version: stored.version } }));
    },
    latest,
    kept: { keeper: kept, name: account?.id ?? 'new', withoutSecrets },
    onSaved: ({ email }) =>
      void notifySuccess(t(account === null ? 'accounts.done.created' : 'accounts.done.changed', { email: email.trim().toLowerCase() })),
    onClose,
    failed,
    refused: { account_exists: 'email', organisation_not_found: 'company' },
    faultText: (code) => {
      const fault = ACCOUNT_FAULTS.find((one) => one === code);
      return fault === undefined ? texts.fault(code) : t(`accounts.fault.${fault}`);
    },
  });
  return (
    <DialogForm
      title={t(account === null ? 'accounts.create_title' : 'accounts.change_title')}
      form={form}
      failed={failed}
      send={t(account === null ? 'accounts.create' : 'accounts.save')}
      onCancel={onClose}
    >
      <AccountFields draft={form.draft} isNew={account === null} faultAt={form.errorAt} onChange={form.edit} onLeave={form.leave} />
      {account !== null && <AccountHelp account={account} />}
    </DialogForm>
  );
}
