import type { ServiceAccount } from '@leakwatch/contracts';
import {
  checkServiceAccount,
  SERVICE_ACCOUNT_FAULTS,
  SERVICE_LOGIN_MAX,
  SERVICE_PASSWORD_MAX,
  type ServiceAccountField,
} from '@leakwatch/rules';
import { Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useLeftFields } from '../../shared/lib/use-left-fields.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { FormFoot } from '../../shared/ui/form-foot.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { type AccountDraft, draftOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { useAccountName } from './use-account-name.ts';
import { useSaveAccount } from './use-save-account.ts';

const MAX: Readonly<Partial<Record<ServiceAccountField, number>>> = { login: SERVICE_LOGIN_MAX, password: SERVICE_PASSWORD_MAX };

/** The field that a refusal is about. */
const REFUSED: Readonly<Partial<Record<string, ServiceAccountField>>> = {
  service_account_exists: 'login',
  organisation_not_found: 'company',
  proxy_in_use: 'proxy_ext',
  proxy_of_other_company: 'proxy_ext',
};

/** The form of a new account, or of one that is changed. */
export function AccountForm({ account, onClose }: { account: ServiceAccount | null; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const texts = useCodeTexts();
  const nameOf = useAccountName();
  const save = useSaveAccount();
  const [draft, setDraft] = useState(() => draftOf(account));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const form = useLeftFields(checkServiceAccount(draft));
  const faultText = (code: string, field: ServiceAccountField): string => {
    const fault = SERVICE_ACCOUNT_FAULTS.find((one) => one === code);
    return fault === undefined
      ? texts.fault(code)
      : t(`serviceAccounts.fault.${fault}`, { max: MAX[field]?.toLocaleString(i18n.language) });
  };
  const refusedAt = problem === null ? undefined : REFUSED[problem.code];
  const errorAt = (field: ServiceAccountField): string | undefined => {
    const code = form.faultAt(field) ?? problem?.fields[field];
    if (code !== undefined) return faultText(code, field);
    return problem !== null && refusedAt === field ? texts.problem(problem) : undefined;
  };
  const edit = (change: Partial<AccountDraft>) => {
    setProblem(null);
    setDraft((now) => ({ ...now, ...change }));
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!form.mayBeSent()) return;
    setSaving(true);
    const why = await save(draft, account);
    setSaving(false);
    setProblem(why);
    if (why !== null) return;
    const name = nameOf({ ...draft, login: draft.login.trim() });
    notifySuccess(t(account === null ? 'serviceAccounts.added' : 'serviceAccounts.changed', { name }));
    onClose();
  };
  const isShownAtField = problem !== null && (refusedAt !== undefined || Object.keys(problem.fields).length > 0);
  const failed = t(account === null ? 'serviceAccounts.add_failed' : 'serviceAccounts.change_failed');
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{account === null ? t('serviceAccounts.add_title') : nameOf(account)}</DialogTitle>
        <AccountFields account={account} draft={draft} errorAt={errorAt} onChange={edit} onLeave={form.leave} />
        <FormFoot
          refusal={problem === null || isShownAtField ? null : { title: failed, text: texts.problem(problem) }}
          submit={t(account === null ? 'serviceAccounts.add' : 'pool.save')}
          saving={saving}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
