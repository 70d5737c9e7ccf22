import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a dialog. Mantine's own header would be a second banner of the page to a screen reader. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <Modal.Title fw={600} fz="md" lh={1.35}>
      {children}
    </Modal.Title>
  );
}
