import type { StaffAccount } from '@leakwatch/contracts';
import { ACCOUNT_FAULTS, type AccountField } from '@leakwatch/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { problemOf, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { type AccountDraft, changesOf, draftFaults, draftOf, newDraft, toBody } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountHelp } from './account-help.tsx';
import { useChangeAccountMutation, useCreateAccountMutation } from './api.ts';

/** The form of an account, or of a new one. */
export function AccountForm({ account, onClose }: { account: StaffAccount | null; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  // As it was when the dialog opened: a change by a colleague meanwhile is not undone.
  const [before] = useState(() => (account === null ? null : draftOf(account)));
  const [create] = useCreateAccountMutation();
  const [change] = useChangeAccountMutation();
  const form = useDialogForm<AccountDraft, AccountField | 'company'>({
    start: () => before ?? newDraft(),
    check: draftFaults,
    save: async (draft) => {
      if (account === null || before === null) return problemOf(await create(toBody(draft)));
      const body = changesOf(draft, before);
      return Object.keys(body).length === 0 ? null : problemOf(await change({ id: account.id, body }));
    },
    onSaved: ({ email }) => {
      notifySuccess(t(account === null ? 'accounts.done.created' : 'accounts.done.changed', { email: email.trim() }));
      onClose();
    },
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
      failed={t(account === null ? 'accounts.create_failed' : 'accounts.change_failed')}
      send={t(account === null ? 'accounts.create' : 'accounts.save')}
      onCancel={onClose}
    >
      <AccountFields draft={form.draft} isNew={account === null} faultAt={form.errorAt} onChange={form.edit} onLeave={form.leave} />
      {account !== null && <AccountHelp account={account} />}
    </DialogForm>
  );
}
