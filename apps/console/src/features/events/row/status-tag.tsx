import type { EventStatus } from '@leakwatch/vocabulary';
import { CheckCircleIcon, CircleSlashIcon, ClockIcon, FilterIcon, type Icon, IssueOpenedIcon, XCircleIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../shared/ui/tag.tsx';

export const STATUS_ICONS: Readonly<Record<EventStatus, Icon>> = {
  open: IssueOpenedIcon,
  in_progress: ClockIcon,
  fixed: CheckCircleIcon,
  false: XCircleIcon,
  blacklist: CircleSlashIcon,
  auto_filtered: FilterIcon,
};

export function StatusTag({ status }: { status: EventStatus }) {
  const { t } = useTranslation();
  const Picture = STATUS_ICONS[status];
  return (
    <Tag tone={status} icon={<Picture size={12} />}>
      {t(`eventStatus.${status}`)}
    </Tag>
  );
}
