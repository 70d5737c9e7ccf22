import type { EventRow } from '@leakwatch/contracts';
import { CLOSE_REASON_NAMES } from '@leakwatch/vocabulary';
import { Button } from '@mantine/core';
import { CalendarIcon, CheckCircleIcon, PersonIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import { dayText } from './day-text.ts';

/** Among buttons, which are taller. */
const MIDDLE = { alignSelf: 'center' };

interface AssignmentLineProps {
  readonly event: EventRow;
  readonly disabled: boolean;
  /** Why it is disabled; without it, that the event is another organisation's. */
  readonly why?: string;
  readonly onAssign: (event: EventRow) => void;
}

/** Who works on an event, until when, and why it was closed; the button opens the dialog that changes these. */
export function AssignmentLine({ event, disabled, why, onAssign }: AssignmentLineProps) {
  const { t } = useTexts();
  const locale = useLocale();
  const { assignee, due_date: due, overdue, reason } = event;
  return (
    <>
      <Button
        variant="default"
        px="sm"
        disabled={disabled}
        title={disabled ? (why ?? t('events.row.not_owner')) : t('events.assign.hint')}
        leftSection={<PersonIcon size={14} />}
        onClick={() => onAssign(event)}
      >
        {assignee === null ? t('events.assign.open') : t('events.assign.assignee_is', { name: assignee.name })}
      </Button>
      {due !== null && (
        <span style={MIDDLE}>
          <Tag tone={overdue ? 'critical' : 'info'} icon={<CalendarIcon size={12} />}>
            {t(overdue ? 'events.assign.overdue_since' : 'events.assign.due_on', { day: dayText(due) })}
          </Tag>
        </span>
      )}
      {reason !== null && (
        <span style={MIDDLE}>
          <Tag tone={event.status === 'fixed' ? 'fixed' : 'false'} icon={<CheckCircleIcon size={12} />} title={t('events.assign.reason')}>
            {CLOSE_REASON_NAMES[locale][reason]}
          </Tag>
        </span>
      )}
    </>
  );
}
