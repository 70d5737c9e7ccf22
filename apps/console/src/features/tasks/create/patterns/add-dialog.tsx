import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { DialogTitle } from '../../../../shared/ui/dialog-title.tsx';
import { DroppedNote } from '../../../../shared/ui/dropped-note.tsx';
import type { ListField } from '../draft/draft.ts';
import { LIST_RULES } from './list-rules.ts';
import type { CreateForm } from '../use-create-form.ts';

interface AddDialogProps {
  readonly form: CreateForm;
  readonly field: ListField;
  readonly label: string;
  readonly hint: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Adds many entries at once and shows how many will be added. Closing the dialog keeps the typed text. */
export function AddDialog({ form, field, label, hint, opened, onClose }: AddDialogProps) {
  const { t } = useTexts();
  const typed = form.draft.typed[field];
  const there = form.draft.lists[field];
  // Each keystroke checks the whole list, so this runs only while the dialog is open.
  const sorted = LIST_RULES[field](opened ? [...there, typed] : []);
  const taken = opened ? sorted.accepted.length - there.length : 0;
  const add = () => {
    form.take(field);
    onClose();
  };
  const cancel = () => {
    form.type(field, '');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} size="lg" withCloseButton={false}>
      <Stack gap="md">
        <DialogTitle>{t('create.form.add_to', { list: label })}</DialogTitle>
        <Textarea
          data-autofocus
          label={t('create.form.entries')}
          description={hint}
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={typed}
          onChange={(event) => form.type(field, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && taken > 0) add();
          }}
        />
        <Text role="status">{t('create.form.will_be_taken', { count: taken })}</Text>
        <DroppedNote dropped={sorted.dropped} quiet />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button disabled={taken === 0 && sorted.dropped.length === 0} onClick={add}>
            {t('create.add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
