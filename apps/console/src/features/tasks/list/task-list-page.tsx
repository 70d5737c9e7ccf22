import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import { useListTasksQuery } from '../api.ts';
import { TaskTable } from './task-table.tsx';
import { TitleSearch } from './title-search.tsx';
import { useTaskFilters } from './use-task-filters.ts';

const POLL_MS = 5000;

function CreateLink() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/git_monitoring/create" leftSection={<PlusIcon />}>
      {t('tasks.create')}
    </Button>
  );
}

/** /tasks: what is looked for, and how far each search is. */
export function TaskListPage() {
  const { t } = useTranslation();
  const { title, page, size, change } = useTaskFilters();
  const { currentData, error, refetch, fulfilledTimeStamp } = useListTasksQuery(
    { limit: size, offset: (page - 1) * size, title: title === '' ? undefined : title },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const empty = currentData !== undefined && currentData.results.length === 0;
  return (
    <Stack gap="md">
      <PageTitle title={t('tasks.title')} />
      <Group justify="space-between">
        <Group gap="md" align="baseline">
          <Title order={1}>{t('tasks.title')}</Title>
          {currentData !== undefined && (
            <Text c="dimmed" role="status">
              {t('tasks.total', { count: currentData.count })}
            </Text>
          )}
        </Group>
        <Group gap="sm">
          <TitleSearch title={title} onSearch={(text) => change({ title: text, page: 1 })} />
          <CreateLink />
        </Group>
      </Group>
      {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {error !== undefined && currentData === undefined && (
        <ProblemBlock title={t('tasks.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={5} height={48} />}
      {empty && title === '' && (
        <EmptyBlock title={t('tasks.empty')} hint={t('tasks.empty_hint')}>
          <CreateLink />
        </EmptyBlock>
      )}
      {empty && title !== '' && (
        <EmptyBlock title={t('tasks.nothing_matches')}>
          <Button variant="default" onClick={() => change({ title: '', page: 1 })}>
            {t('tasks.clear_search')}
          </Button>
        </EmptyBlock>
      )}
      {currentData !== undefined && !empty && (
        <>
          <TaskTable tasks={currentData.results} />
          <Pager
            page={page}
            size={size}
            total={currentData.count}
            onPage={(next) => change({ page: next })}
            onSize={(next) => change({ size: next, page: 1 })}
          />
        </>
      )}
    </Stack>
  );
}
