import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { CountBadge } from '../../../../shared/ui/count-badge.tsx';
import classes from '../create.module.css';

/** With more entries than this there is a search field. */
const SHOWN = 200;
const SEARCH_FROM = 10;
/** How long "remove all" can be undone; in milliseconds. */
const UNDO_MS = 10_000;

interface EntryListProps {
  readonly label: string;
  readonly entries: readonly string[];
  readonly onChange: (entries: readonly string[]) => void;
  readonly note?: ((entry: string) => ReactNode) | undefined;
}

function RemovedAll({ count, onUndo, onOver }: { count: number; onUndo: () => void; onOver: () => void }) {
  const { t } = useTexts();
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => over(), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Group gap="sm" role="status">
      <Text>{t('create.form.removed', { count })}</Text>
      <Button variant="default" onClick={onUndo} autoFocus>
        {t('create.form.undo')}
      </Button>
    </Group>
  );
}

/** The entries of a list, with a search and removal. */
export function EntryList({ label, entries, onChange, note }: EntryListProps) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  if (entries.length === 0) {
    if (removed.length === 0) return <Text c="dimmed">{t('create.list_empty')}</Text>;
    return <RemovedAll count={removed.length} onUndo={() => onChange(removed)} onOver={() => setRemoved([])} />;
  }
  const removeAll = () => {
    setRemoved(entries);
    setSearch('');
    onChange([]);
  };
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
        <Button variant="subtle" color="gray" onClick={removeAll}>
          {t('create.remove_all')}
        </Button>
      </Group>
      <ul className={classes['entries']} aria-label={label} tabIndex={0}>
        {found.slice(0, SHOWN).map((entry) => (
          <li key={entry}>
            <span className="lw-break">
              {entry}
              {note?.(entry)}
            </span>
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
