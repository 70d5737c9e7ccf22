import { Button } from '@mantine/core';
import { type EventStatus, mayChangeStatus, TRIAGE_STATUSES, type TriageStatus } from '@leakwatch/vocabulary';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from './status-buttons.module.css';
import { STATUS_ICONS } from '../row/status-tag.tsx';

interface StatusButtonsProps {
  /** The current status; null for several events. */
  readonly status: EventStatus | null;
  readonly disabled: boolean;
  readonly label: string;
  readonly title?: string | undefined;
  readonly onChoose: (status: TriageStatus) => void;
}

/** One button for each triage status. The current one does nothing, but can have the focus: it was pressed just now. */
export function StatusButtons({ status, disabled, label, title, onChoose }: StatusButtonsProps) {
  const { t } = useTexts();
  return (
    <div role="group" aria-label={label} title={title} className="lw-no-print">
      <Button.Group className={classes['group']}>
        {TRIAGE_STATUSES.map((choice) => {
          const Picture = STATUS_ICONS[choice];
          const isCurrent = status === choice;
          const off = disabled || (status !== null && !isCurrent && !mayChangeStatus('user', status, choice));
          return (
            <Button
              key={choice}
              variant="default"
              disabled={off}
              {...(status !== null && { 'aria-pressed': isCurrent })}
              {...(isCurrent && { 'data-disabled': true, 'aria-disabled': true })}
              leftSection={<Picture size={14} />}
              px="sm"
              className={classes['button']}
              onClick={() => isCurrent || onChoose(choice)}
            >
              {t(`eventStatus.${choice}`)}
            </Button>
          );
        })}
      </Button.Group>
    </div>
  );
}
