import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { DialogTitle } from '../../../../shared/ui/dialog-title.tsx';
import type { KeywordGroups } from '../../api.ts';
import classes from '../create.module.css';
import type { KeywordDraft } from '../draft/draft.ts';

/** With more words than this there is a search field. */
const SHOWN = 300;

interface KeywordDialogProps {
  readonly group: KeywordGroups[number];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keywords: readonly KeywordDraft[], on: boolean) => void;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Selects single words of a group; each choice applies at once. */
export function KeywordDialog({ group, chosen, onChoose, opened, onClose }: KeywordDialogProps) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = group.keywords.filter(({ name }) => name.toLowerCase().includes(wanted));
  const selected = found.filter(({ id }) => chosen.has(id)).length;
  return (
    <Modal opened={opened} onClose={onClose} withCloseButton={false}>
      <Stack gap="md">
        <DialogTitle>{t('create.group_pick', { name: group.name })}</DialogTitle>
        <TextInput
          data-autofocus
          type="search"
          aria-label={t('create.search_list')}
          placeholder={t('create.search_list')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Checkbox
            label={t('create.form.pick_all')}
            checked={found.length > 0 && selected === found.length}
            indeterminate={selected > 0 && selected < found.length}
            onChange={(event) => onChoose(found, event.currentTarget.checked)}
          />
          <Text c="dimmed">{t('create.groups_selected', { selected, total: found.length })}</Text>
        </Group>
        <div className={classes['words_dialog']} role="group" aria-label={group.name} tabIndex={0}>
          <Stack gap={6}>
            {found.slice(0, SHOWN).map((word) => (
              <Checkbox
                key={word.id}
                label={word.name}
                checked={chosen.has(word.id)}
                onChange={(event) => onChoose([word], event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </div>
        {found.length > SHOWN && <Text c="dimmed">{t('create.more', { number: found.length - SHOWN })}</Text>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('create.form.ready')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
