import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
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
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} withCloseButton={false}>
      <Stack gap="md">
        <DialogHead onClose={onClose}>{t('events.comments.many_title', { count })}</DialogHead>
        <CommentForm text="" busy={busy} submit={t('events.comments.send')} inDialog onSubmit={onSubmit} onCancel={onClose} />
      </Stack>
    </Modal>
  );
}
