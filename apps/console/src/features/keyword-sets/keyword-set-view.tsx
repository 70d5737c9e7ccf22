import type { KeywordSetDetails } from '@leakwatch/contracts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { PencilIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import classes from './keyword-sets.module.css';

/** The first of the keywords that match; the search finds the others. */
const SHOWN = 300;

interface KeywordSetViewProps {
  readonly set: KeywordSetDetails;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The keywords of a set, read-only. */
export function KeywordSetView({ set, onEdit, onClose }: KeywordSetViewProps) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = set.keywords.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Stack gap="md">
      <DialogTitle>
        <span className="lw-break">{set.name}</span>
      </DialogTitle>
      <Text c="dimmed">
        {t('keywordSets.words', { count: set.count })}
        {' · '}
        {t('keywordSets.created_at')} <TimeText at={set.created} />
      </Text>
      <TextInput
        type="search"
        aria-label={t('keywordSets.search_words')}
        placeholder={t('keywordSets.search_words')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Text c="dimmed">{t('keywordSets.no_word_matches')}</Text>
      ) : (
        <ul className={classes['words']} aria-label={t('keywordSets.keywords')} tabIndex={0}>
          {found.slice(0, SHOWN).map(({ id, name }) => (
            <li key={id} className="lw-break">
              {name}
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <Text c="dimmed">{t('common.more', { number: found.length - SHOWN })}</Text>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" leftSection={<PencilIcon />} onClick={onEdit}>
          {t('keywordSets.edit')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
