import type { StaffAccount } from '@leakwatch/contracts';
import { ACCOUNT_FAULTS, type AccountField } from '@leakwatch/rules';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { changesOf, draftFaults, draftOf, newDraft, toBody } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountHelp } from './account-help.tsx';
import { useChangeAccountMutation, useCreateAccountMutation } from './api.ts';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };
const FIELDS: readonly AccountField[] = ['email', 'username', 'first_name', 'last_name', 'default_password'];

/** The texts of the fields that a refusal of the server is about. */
function useRefusals(problem: Problem | null): Partial<Record<string, string>> {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  if (problem === null) return {};
  const textOf = (code: string) => {
    const fault = ACCOUNT_FAULTS.find((one) => one === code);
    return fault === undefined ? texts.fault(code) : t(`accounts.fault.${fault}`);
  };
  return {
    ...Object.fromEntries(Object.entries(problem.fields ?? {}).map(([field, code]) => [field, textOf(code)])),
    ...(problem.code === 'account_exists' && { email: texts.problem(problem) }),
    ...(problem.code === 'organisation_not_found' && { company: texts.problem(problem) }),
  };
}

/** The form of an account, or of a new one. */
export function AccountForm({ account, onClose }: { account: StaffAccount | null; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  // As it was when the dialog opened: a change by a colleague meanwhile is not undone.
  const [before] = useState(() => (account === null ? null : draftOf(account)));
  const [draft, setDraft] = useState(before ?? newDraft);
  const [left, setLeft] = useState<ReadonlySet<AccountField>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [create, creating] = useCreateAccountMutation();
  const [change, changing] = useChangeAccountMutation();
  const faults = draftFaults(draft);
  const refused = useRefusals(problem);
  const faultAt = (field: AccountField | 'company'): string | undefined => {
    const fault = field !== 'company' && left.has(field) ? faults[field] : undefined;
    return fault === undefined ? refused[field] : t(`accounts.fault.${fault}`);
  };
  const save = async () => {
    if (account === null || before === null) return create(toBody(draft));
    const body = changesOf(draft, before);
    return Object.keys(body).length === 0 ? { error: undefined } : change({ id: account.id, body });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(FIELDS));
    if (Object.keys(faults).length > 0) return;
    const { error } = await save();
    setProblem(error === undefined ? null : toProblem(error));
    if (error !== undefined) return;
    notifySuccess(t(account === null ? 'accounts.done.created' : 'accounts.done.changed', { email: draft.email.trim() }));
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t(account === null ? 'accounts.create_title' : 'accounts.change_title')}</DialogTitle>
        <AccountFields
          draft={draft}
          isNew={account === null}
          faultAt={faultAt}
          onChange={(wanted) => {
            setProblem(null);
            setDraft((now) => ({ ...now, ...wanted }));
          }}
          // A field that was left empty is no fault until the form is sent.
          onLeave={(field) => faults[field]?.endsWith('_required') !== true && setLeft((now) => new Set([...now, field]))}
        />
        {account !== null && <AccountHelp account={account} />}
        {problem !== null && Object.keys(refused).length === 0 && (
          <Alert
            variant="outline"
            color="red"
            icon={<AlertIcon />}
            role="alert"
            title={t(account === null ? 'accounts.create_failed' : 'accounts.change_failed')}
            styles={ERROR}
          >
            {texts.problem(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={creating.isLoading || changing.isLoading}>
            {t(account === null ? 'accounts.create' : 'accounts.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
