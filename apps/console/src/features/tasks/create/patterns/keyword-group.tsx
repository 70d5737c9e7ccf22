import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import type { KeywordGroups } from '../../api.ts';
import type { KeywordDraft } from '../draft/draft.ts';
import classes from '../create.module.css';
import { KeywordDialog } from './keyword-dialog.tsx';

interface KeywordGroupProps {
  readonly group: KeywordGroups[number];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keywords: readonly KeywordDraft[], on: boolean) => void;
}

/** A keyword group: selected completely, partly or not; single words are selected in a dialog. */
export function KeywordGroup({ group, chosen, onChoose }: KeywordGroupProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const { keywords } = group;
  const selected = keywords.filter(({ id }) => chosen.has(id)).length;
  return (
    <Group gap="0 sm">
      <Checkbox
        className={classes['group_name']}
        label={group.name}
        checked={keywords.length > 0 && selected === keywords.length}
        indeterminate={selected > 0 && selected < keywords.length}
        onChange={(event) => onChoose(keywords, event.currentTarget.checked)}
      />
      <Text c="dimmed" ml="auto" style={{ whiteSpace: 'nowrap' }}>
        {t('create.group_words', { selected, total: keywords.length })}
      </Text>
      <Button variant="subtle" color="gray" aria-label={t('create.form.pick_named', { name: group.name })} onClick={() => setOpen(true)}>
        {t('create.form.pick')}
      </Button>
      <KeywordDialog group={group} chosen={chosen} onChoose={onChoose} opened={open} onClose={() => setOpen(false)} />
    </Group>
  );
}
