import type { TaskLogType } from '@leakwatch/vocabulary';
import { AlertIcon, CheckCircleIcon, CircleSlashIcon, type Icon, XCircleIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Tag, type TagTone } from '../../../shared/ui/tag.tsx';

const LOOKS: Readonly<Record<TaskLogType, { readonly tone: TagTone; readonly icon: Icon }>> = {
  success: { tone: 'fixed', icon: CheckCircleIcon },
  warning: { tone: 'in_progress', icon: AlertIcon },
  danger: { tone: 'open', icon: XCircleIcon },
  none: { tone: 'false', icon: CircleSlashIcon },
};

/** The outcome of a launch. */
export function LogTag({ type }: { type: TaskLogType }) {
  const { t } = useTranslation();
  const { tone, icon: Picture } = LOOKS[type];
  return (
    <Tag tone={tone} icon={<Picture size={12} />}>
      {t(`logs.type.${type}`)}
    </Tag>
  );
}
