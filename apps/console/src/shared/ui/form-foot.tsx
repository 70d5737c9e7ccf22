import { Alert, Button, Group } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';

interface FormFootProps {
  /** Why the form was refused, where no field shows it. */
  readonly refusal: { readonly title: string; readonly text: string } | null;
  readonly submit: string;
  readonly saving: boolean;
  readonly onCancel: () => void;
}

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

/** The end of a form in a dialog: a refusal, and the buttons. */
export function FormFoot({ refusal, submit, saving, onCancel }: FormFootProps) {
  const { t } = useTranslation();
  return (
    <>
      {refusal !== null && (
        <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={refusal.title} styles={ERROR}>
          {refusal.text}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
