import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { loadLater } from '../later/later.ts';
import { DialogTitle } from './dialog-title.tsx';
import { modalsReady } from './modals-ready.ts';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

function ready(): Promise<void> {
  loadLater();
  return modalsReady;
}

/** Asks before a destructive action; resolves to whether the person agreed. A question that is `withdrawn` closes by itself. */
export async function ask({ title, text, confirm, cancel }: Question, withdrawn?: AbortSignal): Promise<boolean> {
  await ready();
  if (withdrawn?.aborted === true) return false;
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      withCloseButton: false,
      returnFocus: false,
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
    withdrawn?.addEventListener('abort', () => modals.close(id), { once: true });
  });
}

export interface Alternatives<T extends string> extends Omit<Question, 'confirm'> {
  /** What the person may choose, the last one is the main one. */
  readonly choices: readonly { readonly value: T; readonly label: string }[];
}

/** Asks which way to go on; resolves to null when the person does not go on. */
export async function askWhich<T extends string>({ title, text, choices, cancel }: Alternatives<T>): Promise<T | null> {
  await ready();
  return new Promise((resolve) => {
    const choose = (value: T | null) => {
      resolve(value);
      modals.close(id);
    };
    const id = modals.open({
      withCloseButton: false,
      returnFocus: false,
      children: (
        <Stack gap="md">
          <DialogTitle>{title}</DialogTitle>
          <Text className="lw-break">{text}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => choose(null)}>
              {cancel}
            </Button>
            {choices.map(({ value, label }, at) => (
              <Button key={value} variant={at === choices.length - 1 ? 'filled' : 'default'} onClick={() => choose(value)}>
                {label}
              </Button>
            ))}
          </Group>
        </Stack>
      ),
      // Also called after a choice, when the promise is already settled.
      onClose: () => resolve(null),
    });
  });
}
