import type { OrganisationDetail } from '@leakwatch/contracts';
import { ORGANISATION_FAULTS, type OrganisationField } from '@leakwatch/rules';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeOrganisationMutation, useCreateOrganisationMutation } from './api.ts';
import { changesOf, draftFaults, draftOf, newDraft, toBody } from './organisation-draft.ts';
import { OrganisationFields } from './organisation-fields.tsx';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };
const FIELDS: readonly OrganisationField[] = ['name', 'tariff', 'starts_at', 'expires_at'];

/** The texts of the fields that a refusal of the server is about. */
function useRefusals(problem: Problem | null): Partial<Record<string, string>> {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  if (problem === null) return {};
  const textOf = (code: string) => {
    const fault = ORGANISATION_FAULTS.find((one) => one === code);
    return fault === undefined ? texts.fault(code) : t(`organisations.fault.${fault}`);
  };
  return {
    ...Object.fromEntries(Object.entries(problem.fields ?? {}).map(([field, code]) => [field, textOf(code)])),
    ...(problem.code === 'organisation_exists' && { name: texts.problem(problem) }),
    ...(problem.code === 'tariff_not_found' && { tariff: texts.problem(problem) }),
  };
}

/** The form of an organisation, or of a new one. */
export function OrganisationForm({ organisation, onClose }: { organisation: OrganisationDetail | null; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  // As it was when the dialog opened: a change by a colleague meanwhile is not undone.
  const [before] = useState(() => (organisation === null ? null : draftOf(organisation)));
  const [draft, setDraft] = useState(before ?? newDraft);
  const [left, setLeft] = useState<ReadonlySet<OrganisationField>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [create, creating] = useCreateOrganisationMutation();
  const [change, changing] = useChangeOrganisationMutation();
  const faults = draftFaults(draft);
  const refused = useRefusals(problem);
  const faultAt = (field: OrganisationField): string | undefined => {
    const fault = left.has(field) ? faults[field] : undefined;
    return fault === undefined ? refused[field] : t(`organisations.fault.${fault}`);
  };
  const save = async () => {
    if (organisation === null || before === null) return create(toBody(draft));
    const body = changesOf(draft, before);
    return Object.keys(body).length === 0 ? { error: undefined } : change({ id: organisation.id, body });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(FIELDS));
    if (Object.keys(faults).length > 0) return;
    const { error } = await save();
    setProblem(error === undefined ? null : toProblem(error));
    if (error !== undefined) return;
    notifySuccess(t(organisation === null ? 'organisations.created' : 'organisations.changed', { name: draft.name.trim() }));
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t(organisation === null ? 'organisations.create_title' : 'organisations.change_title')}</DialogTitle>
        <OrganisationFields
          draft={draft}
          before={before}
          faultAt={faultAt}
          onChange={(wanted) => {
            setProblem(null);
            setDraft((now) => ({ ...now, ...wanted }));
          }}
          // A field that was left empty is no fault until the form is sent.
          onLeave={(field) => faults[field]?.endsWith('_required') !== true && setLeft((now) => new Set([...now, field]))}
        />
        {problem !== null && Object.keys(refused).length === 0 && (
          <Alert
            variant="outline"
            color="red"
            icon={<AlertIcon />}
            role="alert"
            title={t(organisation === null ? 'organisations.create_failed' : 'organisations.change_failed')}
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
            {t(organisation === null ? 'organisations.create' : 'organisations.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
