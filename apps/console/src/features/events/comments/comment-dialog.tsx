import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { CommentForm } from './comment-form.tsx';

interface CommentDialogProps {
  /** How many events get the comment. */
  readonly count: number;
  readonly busy: boolean;
  /** Resolves to whether the comment was stored; what was typed stays when it was not. */
  readonly onSubmit: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Writes the same comment to one event, the selected ones, or all that match. */
export function CommentDialog({ count, busy, onSubmit, onClose }: CommentDialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog opened onClose={onClose}>
      <Stack gap="md">
        <DialogHead onClose={onClose}>{t('events.comments.many_title', { count })}</DialogHead>
        <CommentForm name="many" text="" busy={busy} submit={t('events.comments.send')} inDialog onSubmit={onSubmit} onCancel={onClose} />
      </Stack>
    </FormDialog>
  );
}
