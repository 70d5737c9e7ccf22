import type { TaskRow } from '@leakwatch/contracts';
import { CheckIcon, ClockIcon, DotFillIcon, StopIcon, TelescopeIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../shared/ui/tag.tsx';

/** Running or stopped, waiting for confirmation where the organisation is not trusted, deep. */
export function TaskTags({ task, trusted }: { task: Pick<TaskRow, 'status' | 'confirmed' | 'is_deep'>; trusted: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {task.status ? (
        <Tag tone="fixed" icon={<DotFillIcon size={12} />}>
          {t('tasks.running')}
        </Tag>
      ) : (
        <Tag tone="false" icon={<StopIcon size={12} />}>
          {t('tasks.stopped')}
        </Tag>
      )}
      {!trusted && (
        <Tag tone={task.confirmed ? 'info' : 'in_progress'} icon={task.confirmed ? <CheckIcon size={12} /> : <ClockIcon size={12} />}>
          {t(task.confirmed ? 'tasks.confirmed' : 'tasks.not_confirmed')}
        </Tag>
      )}
      {task.is_deep && (
        <Tag tone="info" icon={<TelescopeIcon size={12} />}>
          {t('tasks.deep')}
        </Tag>
      )}
    </>
  );
}
