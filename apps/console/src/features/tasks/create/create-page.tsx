import type { TaskKind } from '@leakwatch/vocabulary';
import { Anchor, Stack, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link, Navigate, useParams } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { useGetTaskQuery } from '../../../shared/tasks/api.ts';
import { newDraft } from './draft/draft.ts';
import { FormPage } from './form-page.tsx';
import { fromTask, kindOf } from './draft/from-task.ts';

const pageOf = (kind: TaskKind) => () => <FormPage key={kind} kind={kind} id={null} initial={newDraft(kind)} version={null} />;

/** /task/create */
export const NormalPage = pageOf('normal');
/** /deep_task/create */
export const DeepPage = pageOf('deep');
/** /git_monitoring/create */
export const GitPage = pageOf('git_monitoring');

/** /task/update/{id} and /git_monitoring/update/{id}: redirects to the address of the task's kind. */
export function UpdatePage({ git }: { git: boolean }) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData: task, error, refetch } = useGetTaskQuery(id, { refetchOnMountOrArgChange: true });
  if (task === undefined) {
    if (error === undefined) return <SkeletonRows rows={4} height={96} />;
    const problem = toProblem(error);
    if (problem.status === 404 || problem.code === 'invalid_request')
      return (
        <EmptyBlock level={1} title={t('tasks.details.not_found')} hint={t('tasks.details.not_found_hint')}>
          <PageTitle title={t('tasks.details.not_found')} />
          <Anchor component={Link} to="/tasks">
            {t('tasks.details.back')}
          </Anchor>
        </EmptyBlock>
      );
    return (
      <Stack gap="md" maw={1100} mx="auto">
        <PageTitle title={t('tasks.details.task')} />
        <Title order={1}>{t('tasks.details.task')}</Title>
        <ProblemBlock title={t('tasks.details.failed')} problem={problem} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  const kind = kindOf(task);
  if (git !== (kind === 'git_monitoring')) return <Navigate to={`/${git ? 'task' : 'git_monitoring'}/update/${id}`} replace />;
  return <FormPage key={id} kind={kind} id={id} initial={fromTask(task)} version={task.edit_version} />;
}
export const TaskUpdatePage = () => <UpdatePage git={false} />;
export const GitUpdatePage = () => <UpdatePage git />;
