import { Anchor, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { ArrowLeftIcon, ZapIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import { useGetTaskQuery } from '../../../shared/tasks/api.ts';
import { useRunTaskNowMutation } from '../api.ts';
import { DeleteTask } from '../../../shared/tasks/delete-task.tsx';
import { useSession } from '../sessions/use-session.ts';
import { StartStop } from '../start-stop.tsx';
import { TaskTags } from '../task-tags.tsx';
import { ArchiveBlock } from './archive-block.tsx';
import { PatternTabs } from './pattern-tabs.tsx';
import { SourceBlock } from './source-block.tsx';
import { TaskFacts } from './task-facts.tsx';
import { lazy, Suspense } from 'react';
import { useSettings } from '../../../shared/api/settings.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { loadPart } from '../../../shared/later/load-part.ts';

/** A chunk of its own, so that the page does not wait for the chart. */
const EventsChart = lazy(async () => ({ default: (await loadPart(() => import('../chart/events-chart.tsx'))).EventsChart }));
/** The height of the chart, so that nothing moves when it loads. */
const HEIGHT = 318;

function ChartBlock({ task }: { task: string }) {
  const { t } = useTexts();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('taskChart.title')}
      </Title>
      <Suspense fallback={<Skeleton height={HEIGHT} aria-busy />}>
        <EventsChart task={task} />
      </Suspense>
    </Paper>
  );
}

const POLL_MS = 5000;

/** /git_monitoring/{id} and /task/{id}: one task, refreshed every 5 s. */
export function TaskPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const {
    currentData: task,
    error,
    refetch,
    fulfilledTimeStamp,
  } = useGetTaskQuery(id, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const session = useSession();
  const navigate = useNavigate();
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  const back = (
    <Anchor component={Link} to="/tasks">
      <Group gap={4} component="span">
        <ArrowLeftIcon size={14} />
        {t('tasks.details.back')}
      </Group>
    </Anchor>
  );
  if (task === undefined) {
    if (error === undefined) return <SkeletonRows rows={4} height={96} />;
    const problem = toProblem(error);
    // A malformed id is answered as a bad request; the page shows both cases as not found.
    if (problem.status === 404 || problem.code === 'invalid_request')
      return (
        <EmptyBlock level={1} title={t('tasks.details.not_found')} hint={t('tasks.details.not_found_hint')}>
          <PageTitle title={t('tasks.details.not_found')} />
          {back}
        </EmptyBlock>
      );
    return (
      <Stack gap="md" maw={1280} mx="auto">
        <PageTitle title={t('tasks.details.task')} />
        <div>{back}</div>
        <Title order={1}>{t('tasks.details.task')}</Title>
        <ProblemBlock title={t('tasks.details.failed')} problem={problem} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg" maw={1280} mx="auto">
      <PageTitle title={task.title} />
      <div>{back}</div>
      <Group justify="space-between" align="flex-start">
        <Group gap="sm">
          <Title order={1} className="lw-break">
            {task.title}
          </Title>
          <TaskTags task={task} trusted={trusted} />
        </Group>
        <Group gap="sm">
          <Button component={Link} to={`/?task=${task.id}&status=all`} variant="default">
            {t('tasks.details.events')}
          </Button>
          <Button component={Link} to={`/changing_history/?task=${task.id}`} variant="default">
            {t('tasks.details.history')}
          </Button>
          <Button component={Link} to={`/${task.is_git_monitoring ? 'git_monitoring' : 'task'}/update/${task.id}`} variant="default">
            {t('tasks.details.edit')}
          </Button>
          <RunNow id={task.id} />
          <StartStop task={task} session={session} />
          <DeleteTask task={task} onDeleted={() => void navigate('/tasks')} />
        </Group>
      </Group>
      {error !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <TaskFacts task={task} />
        <SourceBlock task={task} />
      </SimpleGrid>
      <ArchiveBlock task={task.id} />
      <ChartBlock task={task.id} />
      <PatternTabs task={task} />
    </Stack>
  );
}

/** Lets staff run a task ahead of the queue; other people do not see it. */
function RunNow({ id }: { id: string }) {
  const { t } = useTexts();
  const [run, { isLoading }] = useRunTaskNowMutation();
  if (useSettings()?.is_staff !== true) return null;
  const begin = async () => {
    const { error } = await run(id);
    if (error === undefined) notifySuccess(t('tasks.details.run_done'));
    else notifyProblem(t('tasks.details.run_failed'), error);
  };
  return (
    <Button variant="default" leftSection={<ZapIcon size={14} />} loading={isLoading} onClick={() => void begin()}>
      {t('tasks.details.run_now')}
    </Button>
  );
}
