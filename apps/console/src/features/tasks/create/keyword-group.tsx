import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeywordGroups } from '../api.ts';
import classes from './create.module.css';

interface KeywordGroupProps {
  readonly group: KeywordGroups[number];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[], on: boolean) => void;
}

/** One group: chosen whole, in part, or not; opened, it shows its words. */
export function KeywordGroup({ group, chosen, onChoose }: KeywordGroupProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const ids = group.keywords.map(({ id }) => id);
  const selected = ids.filter((id) => chosen.has(id)).length;
  const pick = t('create.group_pick', { name: group.name });
  return (
    <div>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon size="sm" aria-label={pick} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        </ActionIcon>
        <Checkbox
          label={group.name}
          checked={ids.length > 0 && selected === ids.length}
          indeterminate={selected > 0 && selected < ids.length}
          onChange={(event) => onChoose(ids, event.currentTarget.checked)}
        />
        <Text c="dimmed" ml="auto">
          {t('create.group_words', { selected, total: ids.length })}
        </Text>
      </Group>
      {open && (
        <div className={classes['words']} role="group" aria-label={pick}>
          {group.keywords.map((word) => (
            <Checkbox
              key={word.id}
              label={word.name}
              checked={chosen.has(word.id)}
              onChange={(event) => onChoose([word.id], event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
