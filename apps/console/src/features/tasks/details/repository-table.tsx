import type { TaskDetails } from '@leakwatch/contracts';
import { Table, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { RepositoryTag } from '../../../shared/ui/repository-tag.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import classes from './details.module.css';

type Repository = TaskDetails['git_repositories'][number];
const COLUMNS = ['title', 'status', 'scanned', 'unread', 'indexed'] as const;

function Row({ repository }: { repository: Repository }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const fault = repository.error_code === null ? null : texts.repositoryFault(repository.error_code);
  const { blobs_scanned: scanned, blobs_total: total, blobs_unread: unread, blobs_unchecked: unchecked } = repository;
  return (
    <Table.Tr>
      <Table.Td>
        <SafeLink address={repository.repo_url}>{repository.repo_title}</SafeLink>
        {repository.waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}
        <div className={classes['dim']}>{t('tasks.repository.branch', { branch: repository.repo_default_branch })}</div>
      </Table.Td>
      <Table.Td>
        <RepositoryTag status={repository.status} hint={fault} />
        {fault !== null && <div className={classes['fault']}>{fault}</div>}
      </Table.Td>
      <Table.Td className={classes['number']}>{t('tasks.repository.counted', { scanned, total })}</Table.Td>
      <Table.Td className={classes['number']} title={unread > 0 ? t('tasks.repository.unread_hint') : undefined}>
        {unread}
        {unchecked > 0 && (
          <div className={classes['fault']} title={t('tasks.repository.unchecked_hint')}>
            {t('tasks.repository.unchecked', { unchecked })}
          </div>
        )}
      </Table.Td>
      <Table.Td>
        {repository.last_indexed === null ? (
          <span className={classes['dim']}>{t('tasks.repository.never')}</span>
        ) : (
          <TimeText at={repository.last_indexed} relative />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Each repository with its progress, so that "nothing found" differs from "not scanned". */
export function RepositoryTable({ repositories }: { repositories: readonly Repository[] }) {
  const { t } = useTexts();
  if (repositories.length === 0) return <Text c="dimmed">{t('tasks.details.none')}</Text>;
  return (
    <ColumnTable minWidth={720} columns={COLUMNS.map((column) => ({ name: t(`tasks.repository.${column}`) }))} plain>
      {repositories.map((repository) => (
        <Row key={repository.id} repository={repository} />
      ))}
    </ColumnTable>
  );
}
