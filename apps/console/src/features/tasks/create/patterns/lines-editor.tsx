import { Button, Group, Stack, Textarea } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { DroppedNote } from '../../../../shared/ui/dropped-note.tsx';
import type { ListField } from '../draft/draft.ts';
import { EntryList } from './entry-list.tsx';
import type { CreateForm } from '../use-create-form.ts';

interface LinesEditorProps {
  readonly form: CreateForm;
  readonly field: ListField;
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
}

/**
 * A list with a text field: Enter, the button and sending the form add the typed text. Leaving the field does not, because
 * the element that the person clicks next would move.
 */
export function LinesEditor({ form, field, label, hint, error }: LinesEditorProps) {
  const { t } = useTexts();
  const entries = form.draft.lists[field];
  return (
    <Stack gap="sm">
      <Textarea
        label={label}
        description={hint}
        error={error}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={form.draft.typed[field]}
        onChange={(event) => form.type(field, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          form.take(field);
        }}
      />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          disabled={form.draft.typed[field].trim() === ''}
          onClick={() => form.take(field)}
        >
          {t('create.add')}
        </Button>
      </Group>
      <DroppedNote dropped={form.dropped[field] ?? []} />
      <EntryList label={label} entries={entries} onChange={(next) => form.setList(field, next)} />
    </Stack>
  );
}
