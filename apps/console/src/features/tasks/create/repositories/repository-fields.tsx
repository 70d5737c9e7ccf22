import type { TaskFaults } from '@leakwatch/rules';
import { OBSERVER_SOURCE_TYPES } from '@leakwatch/vocabulary';
import { ActionIcon, Alert, Group, NativeSelect, Paper, SimpleGrid, TextInput } from '@mantine/core';
import { KeyIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import { REPOSITORY_FIELDS } from '../draft/check-draft.ts';
import type { RepositoryDraft } from '../draft/draft.ts';
import { hasCredentials } from './repository-address.ts';

interface RepositoryFieldsProps {
  readonly repository: RepositoryDraft;
  /** Path prefix of the faults of this repository. */
  readonly path: string;
  readonly faults: TaskFaults;
  readonly onChange: (repository: RepositoryDraft) => void;
  readonly onLeave: (path: string) => void;
  readonly onRemove: () => void;
}

const TYPED_FIELDS = REPOSITORY_FIELDS.filter((field) => field !== 'repo_remote_source');

/** The five required fields of a repository. */
export function RepositoryFields({ repository, path, faults, onChange, onLeave, onRemove }: RepositoryFieldsProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const errorOf = (field: string) => {
    const code = faults[`${path}.${field}`];
    return code === undefined ? undefined : texts.fault(code);
  };
  return (
    <Paper withBorder p="md">
      <Group justify="flex-end" mb={-20}>
        <ActionIcon aria-label={t('create.remove_repository', { title: repository.repo_title })} onClick={onRemove} style={{ zIndex: 1 }}>
          <TrashIcon />
        </ActionIcon>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {TYPED_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`create.repository_fields.${field}`)}
            required
            spellCheck={false}
            autoComplete="off"
            error={errorOf(field)}
            value={repository[field]}
            onChange={(event) => onChange({ ...repository, [field]: event.currentTarget.value })}
            onBlur={() => onLeave(`${path}.${field}`)}
          />
        ))}
        <NativeSelect
          label={t('create.repository_fields.repo_remote_source')}
          required
          error={errorOf('repo_remote_source')}
          data={OBSERVER_SOURCE_TYPES.map((type) => ({ value: type, label: t(`gitRepositories.host.${type}`) }))}
          value={repository.repo_remote_source}
          onChange={(event) => onChange({ ...repository, repo_remote_source: event.currentTarget.value })}
        />
      </SimpleGrid>
      {hasCredentials(repository.git_remote_url) && (
        <Alert
          mt="sm"
          py={6}
          variant="outline"
          color="accent"
          icon={<KeyIcon />}
          styles={{ icon: { color: 'var(--mantine-color-anchor)' } }}
        >
          {t('create.secret_remote')}
        </Alert>
      )}
    </Paper>
  );
}
