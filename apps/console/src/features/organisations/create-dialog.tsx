import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useCreateOrganisationMutation } from './api.ts';
import { draftFaults, type DraftField, NEW_ORGANISATION, toBody } from './organisation-draft.ts';
import { OrganisationFields } from './organisation-fields.tsx';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [draft, setDraft] = useState(NEW_ORGANISATION);
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const [create, { isLoading, error, reset }] = useCreateOrganisationMutation();
  const problem = error === undefined ? null : toProblem(error);
  const faults = draftFaults(draft);
  /** Which field the server's refusal is about. */
  const refused: Partial<Record<DraftField, string>> = {
    ...Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([field, code]) => [field, texts.fault(code)])),
    ...(problem?.code === 'organisation_exists' && { name: texts.problem(problem) }),
    ...(problem?.code === 'tariff_not_found' && { tariff: texts.problem(problem) }),
  };
  const faultAt = (field: DraftField): string | undefined => {
    const fault = left.has(field) ? faults[field] : undefined;
    return fault === undefined ? refused[field] : t(`organisations.fault.${fault}`);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(['name', 'tariff', 'expires_at']));
    if (Object.keys(faults).length > 0) return;
    const result = await create(toBody(draft));
    if (result.error !== undefined) return;
    notifySuccess(t('organisations.created', { name: draft.name.trim() }));
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t('organisations.create_title')}</DialogTitle>
        <OrganisationFields
          draft={draft}
          faultAt={faultAt}
          onChange={(wanted) => {
            reset();
            setDraft((now) => ({ ...now, ...wanted }));
          }}
          // A field that nobody filled in is no fault until the form is sent.
          onLeave={(field) => faults[field]?.endsWith('_required') !== true && setLeft((now) => new Set([...now, field]))}
        />
        {problem !== null && Object.keys(refused).length === 0 && (
          <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={t('organisations.create_failed')} styles={ERROR}>
            {texts.problem(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('organisations.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates an organisation. The form begins anew each time the dialog opens. */
export function CreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} withCloseButton={false}>
      {opened && <CreateForm onClose={onClose} />}
    </Modal>
  );
}
