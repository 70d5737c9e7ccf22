import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import type { Problem } from '../api/problem.ts';
import type { Changed } from '../lib/changed-meanwhile.ts';
import { useSentFocus } from '../lib/use-sent-focus.ts';
import { ChangedNote } from './changed-note.tsx';
import { DialogTitle } from './dialog-title.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { SentFields } from './sent-fields.tsx';

interface DialogFormProps {
  readonly title: string;
  readonly form: {
    readonly submit: (event: SyntheticEvent) => void;
    readonly changed?: Changed | null;
    readonly refusal: string | null;
    /** What was refused, and how. */
    readonly problem: Problem | null;
    readonly mayBeOwn: boolean;
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

/** A form in a dialog: title, fields, a refusal that no field shows, and the buttons. */
export function DialogForm({ title, form, failed, send, canSend = true, onCancel, children }: DialogFormProps) {
  const { t } = useTexts();
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
        <SentFields sending={form.saving}>{children}</SentFields>
        {form.changed != null && <ChangedNote changed={form.changed} />}
        {form.refusal !== null && <RefusalNote title={failed} text={form.refusal} problem={form.problem} />}
        {form.mayBeOwn && <Text role="alert">{t('unsaved.may_be_own')}</Text>}
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
