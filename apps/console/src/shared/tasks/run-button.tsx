import type { TaskRow } from '@leakwatch/contracts';
import { Button } from '@mantine/core';
import { PlayIcon, SquareFillIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';
import { usePressedFocus } from '../lib/use-pressed-focus.ts';
import { ask } from '../ui/ask.ts';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { useStartTaskMutation, useStopTaskMutation } from './api.ts';

interface Props {
  readonly task: Pick<TaskRow, 'id' | 'title' | 'status'>;
  readonly disabled: boolean;
  /** Why it is disabled. */
  readonly why?: string | undefined;
  /** Asked before a start, which does not happen when it resolves to false. */
  readonly mayStart?: () => Promise<boolean>;
}

/** Starts a stopped task and stops a running one. A stop asks first, because it ends running work. */
export function RunButton({ task, disabled, why, mayStart }: Props) {
  const { t } = useTexts();
  const [start, starting] = useStartTaskMutation();
  const [stop, stopping] = useStopTaskMutation();
  const { button, onPressed } = usePressedFocus(starting.isLoading || stopping.isLoading);
  const { id, title } = task;
  const begin = async () => {
    if (mayStart !== undefined && !(await mayStart())) return;
    onPressed();
    const { error } = await start(id);
    if (error === undefined) notifySuccess(t('taskActions.started'));
    else notifyProblem(t('taskActions.start_failed'), error);
  };
  const end = async () => {
    const text = t('taskActions.stop_text', { title });
    const agreed = await ask({ title: t('taskActions.stop_title'), text, confirm: t('taskActions.stop'), cancel: t('common.cancel') });
    if (!agreed) return;
    onPressed();
    const { error } = await stop(id);
    if (error === undefined) notifySuccess(t('taskActions.stopped_done'));
    else notifyProblem(t('taskActions.stop_failed'), error);
  };
  return task.status ? (
    <Button
      ref={button}
      variant="default"
      leftSection={<SquareFillIcon size={14} />}
      loading={stopping.isLoading}
      disabled={disabled}
      title={why}
      aria-label={t('taskActions.stop_named', { title })}
      onClick={() => void end()}
    >
      {t('taskActions.stop')}
    </Button>
  ) : (
    <Button
      ref={button}
      variant="default"
      leftSection={<PlayIcon size={14} />}
      loading={starting.isLoading}
      disabled={disabled}
      title={why}
      aria-label={t('taskActions.start_named', { title })}
      onClick={() => void begin()}
    >
      {t('taskActions.start')}
    </Button>
  );
}
