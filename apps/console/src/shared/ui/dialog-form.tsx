import { Alert, Button, Group, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changed } from '../lib/changed-meanwhile.ts';
import { useSentFocus } from '../lib/use-sent-focus.ts';
import { ChangedNote } from './changed-note.tsx';
import { CopyRequestId } from './copy-request-id.tsx';
import { DialogTitle } from './dialog-title.tsx';

interface DialogFormProps {
  readonly title: string;
  readonly form: {
    readonly submit: (event: SyntheticEvent) => void;
    readonly changed?: Changed | null;
    readonly refusal: string | null;
    /** Of a failure that support can look up. */
    readonly requestId?: string | null;
    readonly saving: boolean;
  };
  /** The title of a refusal that no field shows. */
  readonly failed: string;
  /** The button that sends the form. */
  readonly send: string;
  readonly canSend?: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

/** A form in a dialog: title, fields, a refusal that no field shows, and the buttons. */
export function DialogForm({ title, form, failed, send, canSend = true, onCancel, children }: DialogFormProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLFormElement>(null);
  const onSent = useSentFocus(root, form.saving);
  const submit = (event: SyntheticEvent) => {
    if (!canSend) return event.preventDefault();
    form.submit(event);
    onSent();
  };
  return (
    <form ref={root} noValidate onSubmit={submit}>
      <Stack gap="md">
        <DialogTitle>{title}</DialogTitle>
        {children}
        {form.changed != null && <ChangedNote changed={form.changed} />}
        {form.refusal !== null && (
          <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={failed} styles={ERROR}>
            {form.refusal}
            {form.requestId != null && <CopyRequestId requestId={form.requestId} />}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.saving} disabled={!canSend}>
            {send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
