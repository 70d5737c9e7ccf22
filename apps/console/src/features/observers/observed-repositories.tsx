import type { ObservedRepository, ObserverRow } from '@leakwatch/contracts';
import { Anchor, Table, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { RepositoryTag } from '../../shared/ui/repository-tag.tsx';
import { SafeLink } from '../../shared/ui/safe-link.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

function Row({ repository }: { repository: ObservedRepository }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const fault = repository.error_code === null ? null : texts.repositoryFault(repository.error_code);
  return (
    <Table.Tr>
      <Table.Td className="lw-break">{repository.id}</Table.Td>
      <Table.Td>
        <RepositoryTag status={repository.status} hint={fault} />
        {fault !== null && (
          <Text c="var(--mantine-color-error)" inherit>
            {fault}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="lw-break">{repository.repo_title}</Table.Td>
      <Table.Td>
        <SafeLink address={repository.repo_url}>{repository.repo_url}</SafeLink>
      </Table.Td>
      <Table.Td className="lw-break">{repository.repo_default_branch}</Table.Td>
      <Table.Td className="lw-break">{repository.git_remote_url}</Table.Td>
      <Table.Td>
        {repository.last_indexed === null ? (
          <Text c="dimmed" inherit>
            {t('observers.never')}
          </Text>
        ) : (
          <TimeText at={repository.last_indexed} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The repositories of an observer that the list holds, and how many more the page of the task has. */
export function ObservedRepositories({ observer }: { observer: ObserverRow }) {
  const { t } = useTexts();
  const { repositories, repositories_count: count, task } = observer;
  if (repositories.length === 0) return <Text c="dimmed">{t('observers.no_repositories')}</Text>;
  const rest = count - repositories.length;
  return (
    <>
      <ColumnTable
        table="observed-repositories"
        minWidth={960}
        columns={[
          { id: 'id', name: t('observers.id'), min: 110 },
          { id: 'status', name: t('observers.status'), min: 130 },
          { id: 'name', name: t('observers.name'), min: 110 },
          { id: 'address', name: t('observers.address'), min: 140 },
          { id: 'branch', name: t('observers.branch') },
          { id: 'remote', name: t('observers.remote'), min: 140 },
          { id: 'indexed', name: t('observers.indexed') },
        ]}
      >
        {repositories.map((repository) => (
          <Row key={repository.id} repository={repository} />
        ))}
      </ColumnTable>
      {rest > 0 && (
        <Anchor component={Link} to={`/git_monitoring/${task}?tab=repositories`}>
          {t('observers.rest', { count: rest })}
        </Anchor>
      )}
    </>
  );
}
