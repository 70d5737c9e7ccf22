import type { TaskRow } from '@leakwatch/contracts';
import { AlertIcon, CheckIcon, ClockIcon, DotFillIcon, StopIcon, TelescopeIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Tag } from '../../shared/ui/tag.tsx';

/** Running, running with errors, running but waiting, or stopped; waiting for confirmation (where the organisation is not trusted), deep search. */
export function TaskTags({
  task,
  trusted,
}: {
  task: Pick<TaskRow, 'status' | 'confirmed' | 'is_deep' | 'waiting_additions' | 'sources'>;
  trusted: boolean;
}) {
  const { t } = useTexts();
  return (
    <>
      {task.status && task.sources.some(({ failing }) => failing !== null) ? (
        <Tag tone="critical" icon={<AlertIcon size={12} />}>
          {t('tasks.failing_tag')}
        </Tag>
      ) : task.status && task.sources.some(({ stalled }) => stalled !== null) ? (
        <Tag tone="in_progress" icon={<ClockIcon size={12} />}>
          {t('tasks.stalled_tag')}
        </Tag>
      ) : task.status ? (
        <Tag tone="fixed" icon={<DotFillIcon size={12} />}>
          {t('tasks.running')}
        </Tag>
      ) : (
        <Tag tone="false" icon={<StopIcon size={12} />}>
          {t('tasks.stopped')}
        </Tag>
      )}
      {!trusted && <ConfirmationTag task={task} />}
      {task.is_deep && (
        <Tag tone="info" icon={<TelescopeIcon size={12} />}>
          {t('tasks.deep')}
        </Tag>
      )}
    </>
  );
}

/** Whether staff have confirmed the task, and with it everything that was added since. */
export function ConfirmationTag({ task }: { task: Pick<TaskRow, 'confirmed' | 'waiting_additions'> }) {
  const { t } = useTexts();
  const waits = !task.confirmed || task.waiting_additions;
  const text = task.confirmed ? (waits ? 'tasks.additions_wait' : 'tasks.confirmed') : 'tasks.not_confirmed';
  return (
    <Tag tone={waits ? 'in_progress' : 'info'} icon={waits ? <ClockIcon size={12} /> : <CheckIcon size={12} />}>
      {t(text)}
    </Tag>
  );
}
