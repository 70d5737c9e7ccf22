import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountBadge } from '../../../shared/ui/count-badge.tsx';
import classes from './create.module.css';

/** More entries than this are searched, not scrolled. */
const SHOWN = 200;
const SEARCH_FROM = 10;

interface EntryListProps {
  readonly label: string;
  readonly entries: readonly string[];
  readonly onChange: (entries: readonly string[]) => void;
}

/** What a list holds already, to look through and to take out of. */
export function EntryList({ label, entries, onChange }: EntryListProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  if (entries.length === 0) return <Text c="dimmed">{t('create.list_empty')}</Text>;
  const found = entries.filter((entry) => entry.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div>
      <Group gap="sm" mb={4}>
        <CountBadge count={entries.length} />
        {entries.length >= SEARCH_FROM && (
          <TextInput
            type="search"
            aria-label={t('create.search_list')}
            placeholder={t('create.search_list')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Button variant="subtle" color="gray" onClick={() => onChange([])}>
          {t('create.remove_all')}
        </Button>
      </Group>
      <ul className={classes['entries']} aria-label={label} tabIndex={0}>
        {found.slice(0, SHOWN).map((entry) => (
          <li key={entry}>
            <span className="lw-break">{entry}</span>
            <ActionIcon
              size="sm"
              aria-label={t('create.remove', { text: entry })}
              onClick={() => onChange(entries.filter((one) => one !== entry))}
            >
              <XIcon size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <Text c="dimmed">{t('create.more', { number: found.length - SHOWN })}</Text>}
    </div>
  );
}
