import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';
import { DroppedNote } from './dropped-note.tsx';
import type { ListField } from './draft.ts';
import { LIST_RULES } from './list-rules.ts';
import type { CreateForm } from './use-create-form.ts';

interface AddDialogProps {
  readonly form: CreateForm;
  readonly field: ListField;
  readonly label: string;
  readonly hint: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Many entries at once: what of them will be taken is told while they are typed. A dialog left open by accident keeps its text. */
export function AddDialog({ form, field, label, hint, opened, onClose }: AddDialogProps) {
  const { t } = useTranslation();
  const typed = form.draft.typed[field];
  const there = form.draft.lists[field];
  // The whole list goes through its rule at every letter: only where somebody looks.
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
