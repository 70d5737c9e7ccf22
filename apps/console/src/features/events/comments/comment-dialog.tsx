import { Stack } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { CommentForm } from './comment-form.tsx';

interface CommentDialogProps {
  /** How many events get the comment. */
  readonly count: number;
  readonly busy: boolean;
  /** Resolves to why the comment was not stored, or to null; what was typed stays when it was not. */
  readonly onSubmit: (text: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Writes the same comment to one event, the selected ones, or all that match. */
export function CommentDialog({ count, busy, onSubmit, onClose }: CommentDialogProps) {
  const { t } = useTexts();
  return (
    <FormDialog opened onClose={onClose}>
      <Stack gap="md">
        <DialogHead onClose={onClose}>{t('events.comments.many_title', { count })}</DialogHead>
        <CommentForm
          name="many"
          text=""
          busy={busy}
          submit={t('events.comments.send')}
          failed={t('events.comments.many_failed')}
          inDialog
          onSubmit={onSubmit}
          onCancel={onClose}
        />
      </Stack>
    </FormDialog>
  );
}
