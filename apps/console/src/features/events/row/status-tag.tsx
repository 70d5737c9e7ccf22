import { EVENT_STATUSES, type EventStatus } from '@leakwatch/vocabulary';
import {
  CheckCircleIcon,
  CircleSlashIcon,
  ClockIcon,
  FilterIcon,
  type Icon,
  IssueOpenedIcon,
  QuestionIcon,
  XCircleIcon,
} from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useStatusName } from '../../../shared/i18n/use-status-name.ts';
import { Tag } from '../../../shared/ui/tag.tsx';

export const STATUS_ICONS: Readonly<Record<EventStatus, Icon>> = {
  open: IssueOpenedIcon,
  in_progress: ClockIcon,
  fixed: CheckCircleIcon,
  false: XCircleIcon,
  blacklist: CircleSlashIcon,
  auto_filtered: FilterIcon,
};

/** `status`: also one that this page does not know, of a newer server. */
export function StatusTag({ status }: { status: string }) {
  const statusName = useStatusName();
  const known = EVENT_STATUSES.find((one) => one === status);
  const Picture = known === undefined ? QuestionIcon : STATUS_ICONS[known];
  return (
    <Tag tone={known ?? 'info'} icon={<Picture size={12} />}>
      {statusName(status)}
    </Tag>
  );
}

/** On a row that no longer matches the list since a colleague changed it. */
export function LeftTag() {
  const { t } = useTexts();
  return (
    <Tag tone="info" icon={<FilterIcon size={12} />} title={t('events.row.left_hint')}>
      {t('events.row.left')}
    </Tag>
  );
}
