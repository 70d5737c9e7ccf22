import { CloseButton, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

/** The title of a dialog. Mantine's own header would be a second banner of the page to a screen reader. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <Modal.Title fw={600} fz="md" lh={1.35}>
      {children}
    </Modal.Title>
  );
}

/** The title of a dialog, with a button that closes it. */
export function DialogHead({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <DialogTitle>{children}</DialogTitle>
      <CloseButton aria-label={t('common.close')} onClick={onClose} />
    </Group>
  );
}
