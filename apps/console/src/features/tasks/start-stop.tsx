import type { TaskRow } from '@leakwatch/contracts';
import { Button } from '@mantine/core';
import { PlayIcon, SquareFillIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentOrganisationQuery } from '../../shared/api/options.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { ask } from '../../shared/ui/ask.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/notify.tsx';
import { useStartTaskMutation, useStopTaskMutation } from './api.ts';
import { askLaunch } from './sessions/ask-launch.ts';
import type { SessionView } from './sessions/use-session.ts';

interface Props {
  readonly task: Pick<TaskRow, 'id' | 'title' | 'status' | 'confirmed'>;
  readonly session: SessionView;
}

/** Starts a stopped task and stops a running one. A stop asks first, because it ends running work. */
export function StartStop({ task, session }: Props) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [start, starting] = useStartTaskMutation();
  const [stop, stopping] = useStopTaskMutation();
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  // An unconfirmed task cannot be started, and at the end of a launch session the system stops the tasks itself.
  const disabled = (!trusted && !task.confirmed) || session.kind === 'timeout';
  const { id, title } = task;
  const begin = async () => {
    if (!(await askLaunch(session, t))) return;
    const { error } = await start(id);
    if (error === undefined) notifySuccess(t('tasks.started'));
    else notifyFailure(t('tasks.start_failed'), texts.problem(toProblem(error)));
  };
  const end = async () => {
    const text = t('tasks.stop_text', { title });
    const agreed = await ask({ title: t('tasks.stop_title'), text, confirm: t('tasks.stop'), cancel: t('common.cancel') });
    if (!agreed) return;
    const { error } = await stop(id);
    if (error === undefined) notifySuccess(t('tasks.stopped_done'));
    else notifyFailure(t('tasks.stop_failed'), texts.problem(toProblem(error)));
  };
  return task.status ? (
    <Button
      variant="default"
      leftSection={<SquareFillIcon size={14} />}
      loading={stopping.isLoading}
      disabled={disabled}
      aria-label={t('tasks.stop_named', { title })}
      onClick={() => void end()}
    >
      {t('tasks.stop')}
    </Button>
  ) : (
    <Button
      variant="default"
      leftSection={<PlayIcon size={14} />}
      loading={starting.isLoading}
      disabled={disabled}
      aria-label={t('tasks.start_named', { title })}
      onClick={() => void begin()}
    >
      {t('tasks.start')}
    </Button>
  );
}
