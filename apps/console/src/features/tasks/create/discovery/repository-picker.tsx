import { TASK_REPOSITORIES_MAX } from '@leakwatch/rules';
import { Badge, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import { notifyWarning } from '../../../../shared/ui/notify.tsx';
import type { Discovered } from '../../api.ts';
import type { RepositoryDraft } from '../draft/draft.ts';
import { addressesOf, choose, usable } from './choose.ts';
import classes from './discovery.module.css';

/** With more rows than this there is a search field. */
const SHOWN = 200;

interface RepositoryPickerProps {
  readonly rows: readonly Discovered[];
  /** The repositories of the task; those in the list are checked. */
  readonly chosen: readonly RepositoryDraft[];
  readonly onChange: (repositories: readonly RepositoryDraft[]) => void;
}

/** The found repositories, with a search and checkboxes. */
export function RepositoryPicker({ rows, chosen, onChange }: RepositoryPickerProps) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) => row.repo_title.toLowerCase().includes(wanted));
  const there = addressesOf(chosen);
  const isChosen = (row: Discovered) => row.fault === null && there.has(row.git_remote_url);
  const able = usable(found);
  const checked = able.filter(isChosen).length;
  const set = (these: readonly Discovered[], on: boolean) => {
    const { repositories, left } = choose(chosen, these, on);
    onChange(repositories);
    if (left > 0) notifyWarning(t('create.repositories'), t('create.discovery.task_full', { number: TASK_REPOSITORIES_MAX }));
  };
  return (
    <Stack gap="sm" maw={760}>
      <TextInput
        type="search"
        aria-label={t('create.discovery.search')}
        placeholder={t('create.discovery.search')}
        maw={360}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Checkbox
          label={wanted === '' ? t('create.discovery.all') : t('create.discovery.all_found')}
          disabled={able.length === 0}
          checked={able.length > 0 && checked === able.length}
          indeterminate={checked > 0 && checked < able.length}
          onChange={(event) => set(able, event.currentTarget.checked)}
        />
        <Text c="dimmed" role="status">
          {t('create.discovery.chosen', { chosen: rows.filter(isChosen).length, total: rows.length })}
        </Text>
      </Group>
      {found.length === 0 && <Text c="dimmed">{t('create.discovery.nothing')}</Text>}
      {found.length > 0 && (
        <ul className={classes['rows']} aria-label={t('create.discovery.list')} tabIndex={0}>
          {found.slice(0, SHOWN).map((row) => (
            <li key={`${row.repo_title} ${row.git_remote_url}`}>
              <PickerRow row={row} checked={isChosen(row)} onCheck={(on) => set([row], on)} />
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <Text c="dimmed">{t('create.more', { number: found.length - SHOWN })}</Text>}
    </Stack>
  );
}

function PickerRow({ row, checked, onCheck }: { row: Discovered; checked: boolean; onCheck: (on: boolean) => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const marks = [
    row.is_fork ? t('create.discovery.fork') : null,
    row.is_archived ? t('create.discovery.archived') : null,
    row.is_empty ? t('create.discovery.blank') : null,
  ].filter((mark) => mark !== null);
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
      <Checkbox
        label={<bdi className="lw-break">{row.repo_title}</bdi>}
        description={row.fault === null ? undefined : texts.fault(row.fault)}
        disabled={row.fault !== null}
        checked={checked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <Group gap={4} wrap="nowrap">
        {marks.map((mark) => (
          <Badge key={mark} variant="default" size="sm" tt="none" fw={500}>
            {mark}
          </Badge>
        ))}
      </Group>
    </Group>
  );
}
