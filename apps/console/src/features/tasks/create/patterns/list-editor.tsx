import { Button, Group, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { AddDialog } from './add-dialog.tsx';
import classes from '../create.module.css';
import { DroppedNote } from '../../../../shared/ui/dropped-note.tsx';
import type { ListField } from '../draft/draft.ts';
import { EntryList } from './entry-list.tsx';
import type { CreateForm } from '../use-create-form.ts';

interface ListEditorProps {
  readonly form: CreateForm;
  readonly field: ListField;
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  /** More ways to fill the list. */
  readonly actions?: ReactNode;
  /** A note behind an entry. */
  readonly note?: (entry: string) => ReactNode;
}

/** A list and the dialog that fills it. Dropped entries stay visible until the person hides them. */
export function ListEditor({ form, field, label, hint, error, actions, note }: ListEditorProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const dropped = form.dropped[field] ?? [];
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" leftSection={<PlusIcon />} onClick={() => setOpened(true)}>
          {t('create.form.add_several')}
        </Button>
        {actions}
        {!opened && form.draft.typed[field].trim() !== '' && <Text c="dimmed">{t('create.form.typed_waits')}</Text>}
      </Group>
      {error !== undefined && (
        <Text className={classes['fault']} role="alert">
          {error}
        </Text>
      )}
      <EntryList label={label} entries={form.draft.lists[field]} note={note} onChange={(next) => form.setList(field, next)} />
      {dropped.length > 0 && (
        <div>
          <DroppedNote dropped={dropped} />
          <Button variant="subtle" color="gray" onClick={() => form.forget(field)}>
            {t('create.form.dropped_seen')}
          </Button>
        </div>
      )}
      <AddDialog form={form} field={field} label={label} hint={hint} opened={opened} onClose={() => setOpened(false)} />
    </Stack>
  );
}
