import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { HistoryIcon, LogIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { useExistingPage } from '../../../shared/lib/use-existing-page.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import { useListTasksQuery } from '../api.ts';
import { SessionBar } from '../sessions/session-bar.tsx';
import { useSession } from '../sessions/use-session.ts';
import { ColumnMenu } from './column-menu.tsx';
import { CreateLinks } from './create-links.tsx';
import { stillChosen } from './selection.ts';
import { TaskTable } from './task-table.tsx';
import { useColumns } from './use-columns.ts';
import { useTaskFilters } from './use-task-filters.ts';

const POLL_MS = 5000;

/** /tasks: the tasks and the progress of each search. */
export function TaskListPage() {
  const { t } = useTexts();
  const { title, page, size, change } = useTaskFilters();
  const {
    currentData: listed,
    error,
    refetch,
    fulfilledTimeStamp,
  } = useListTasksQuery(
    { limit: size, offset: (page - 1) * size, title: title === '' ? undefined : title },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const beyond = useExistingPage(listed?.count, page, size, (last) => change({ page: last }, { replace: true }));
  const currentData = beyond ? undefined : listed;
  const session = useSession();
  const columns = useColumns();
  // The confirmation column depends on the organisation, so it waits for it.
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  const [mode, setMode] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const selecting = mode && (session.kind === 'none' || session.kind === 'running');
  const selected = stillChosen(chosen, currentData?.results ?? []);
  const selection = {
    on: selecting,
    selected,
    onMode: (on: boolean) => {
      setMode(on);
      setChosen([]);
    },
    onClear: () => setChosen([]),
  };
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
        <CreateLinks />
      </Group>
      {session.kind !== 'not_counted' && <SessionBar session={session} selection={selection} />}
      <Group justify="space-between">
        <SearchField text={title} label={t('tasks.search')} onSearch={(text) => change({ title: text, page: 1 })} />
        <Group gap="sm">
          <Button component={Link} to="/changing_history/" variant="subtle" leftSection={<HistoryIcon />}>
            {t('tasks.changing_history')}
          </Button>
          <Button component={Link} to="/logs/" variant="subtle" leftSection={<LogIcon />}>
            {t('tasks.activity_history')}
          </Button>
          {!empty && <ColumnMenu shown={columns.shown} trusted={trusted} onToggle={columns.toggle} />}
        </Group>
      </Group>
      {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {error !== undefined && currentData === undefined && (
        <ProblemBlock title={t('tasks.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={5} height={48} />}
      {empty && title === '' && (
        <EmptyBlock title={t('tasks.empty')} hint={t('tasks.empty_hint')}>
          <CreateLinks />
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
          <TaskTable
            tasks={currentData.results}
            columns={columns.shown}
            trusted={trusted}
            session={session}
            selection={selecting ? { selected, onSelect: setChosen } : undefined}
          />
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
