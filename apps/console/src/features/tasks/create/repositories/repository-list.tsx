import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { PencilIcon, XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { faultAt } from '../draft/check-draft.ts';
import classes from '../create.module.css';
import { withoutCredentials } from './repository-address.ts';
import { RepositoryFields } from './repository-fields.tsx';
import type { CreateForm } from '../use-create-form.ts';

/** Up to this number all repositories show their fields; of more, only those that are open or have a fault. */
const WITH_FIELDS = 5;
/** With more lines than this there is a search field. */
const SHOWN = 200;

/** The repositories of the task: a few with their fields, many as lines. */
export function RepositoryList({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  const [open, setOpen] = useState<readonly number[]>([]);
  const [search, setSearch] = useState('');
  const { repositories } = form.draft;
  if (repositories.length === 0) return null;
  const many = repositories.length > WITH_FIELDS;
  const entries = repositories.map((repository, index) => ({ repository, index, path: `git_repositories.${index}` }));
  const isOpen = ({ index, path, repository }: (typeof entries)[number]) =>
    !many || open.includes(index) || repository.git_remote_url === '' || faultAt(form.faults, path) !== undefined;
  const wanted = search.trim().toLowerCase();
  const lines = entries.filter(
    (entry) => !isOpen(entry) && `${entry.repository.repo_title} ${entry.repository.repo_url}`.toLowerCase().includes(wanted),
  );
  const remove = (index: number) => {
    form.change({ repositories: repositories.toSpliced(index, 1) });
    setOpen(open.filter((one) => one !== index).map((one) => (one > index ? one - 1 : one)));
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text c="dimmed">{t('create.repositories_count', { count: repositories.length })}</Text>
        {many && (
          <>
            <TextInput
              type="search"
              aria-label={t('create.search_list')}
              placeholder={t('create.search_list')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Button variant="subtle" color="gray" onClick={() => form.change({ repositories: [] })}>
              {t('create.remove_all')}
            </Button>
          </>
        )}
      </Group>
      {entries.filter(isOpen).map(({ repository, index, path }) => (
        // Repositories have no id before they are saved, and they are only added at the end.
        <RepositoryFields
          key={index}
          repository={repository}
          path={path}
          faults={form.faults}
          onChange={(next) => {
            // A repository that is being edited stays open when its last fault is gone.
            if (!open.includes(index)) setOpen([...open, index]);
            form.change({ repositories: repositories.with(index, next) });
          }}
          onLeave={form.leave}
          onRemove={() => remove(index)}
        />
      ))}
      {lines.length > 0 && (
        <ul className={classes['entries']} aria-label={t('create.repositories')} tabIndex={0}>
          {lines.slice(0, SHOWN).map(({ repository, index }) => (
            <li key={index}>
              <bdi className="lw-break">{withoutCredentials(repository.git_remote_url)}</bdi>
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  size="sm"
                  aria-label={t('create.discovery.edit', { title: repository.repo_title })}
                  onClick={() => setOpen([...open, index])}
                >
                  <PencilIcon size={14} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={t('create.remove_repository', { title: repository.repo_title })}
                  onClick={() => remove(index)}
                >
                  <XIcon size={14} />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {lines.length > SHOWN && <Text c="dimmed">{t('create.more', { number: lines.length - SHOWN })}</Text>}
    </Stack>
  );
}
