import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DialogTitle } from './dialog-title.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** Asks before a destructive action; resolves to whether the person agreed. */
export function ask({ title, text, confirm, cancel }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      withCloseButton: false,
      children: (
        <Stack gap="md">
          <DialogTitle>{title}</DialogTitle>
          <Text className="lw-break">{text}</Text>
        </Stack>
      ),
      labels: { confirm, cancel },
      onConfirm: () => resolve(true),
      // Also called after a confirmation, when the promise is already settled.
      onClose: () => resolve(false),
    });
  });
}
