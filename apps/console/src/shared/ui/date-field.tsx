import '@mantine/dates/styles.css';
import 'dayjs/locale/ru';
import { DateInput, DatesProvider } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { dayIn, parseDateTime } from '../lib/dates.ts';
import classes from './date-field.module.css';

interface DateFieldProps {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** `YYYY-MM-DD`; empty when none is chosen. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

const MONDAY = 1;

/** Its own parser would take the month for the day. */
function parseDay(typed: string): string | null {
  const date = parseDateTime(typed, { last: false });
  return date === null ? null : dayIn(date);
}

/** A day, typed as `DD.MM.YYYY` or chosen in a calendar whose weeks begin on Monday. */
export function DateField({ value, error, onChange, description, ...field }: DateFieldProps) {
  const { t } = useTexts();
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: MONDAY }}>
      <DateInput
        {...field}
        {...(description !== undefined && { description })}
        value={value === '' ? null : value}
        error={error}
        onChange={(day) => onChange(day ?? '')}
        size="xs"
        classNames={{ day: classes['day'] ?? '' }}
        valueFormat="DD.MM.YYYY"
        dateParser={parseDay}
        placeholder={t('common.date.format')}
        allowDeselect
        popoverProps={{
          withinPortal: false,
          transitionProps: { duration: 0 },
          onOpen: () => setOpened(true),
          onClose: () => setOpened(false),
        }}
        // Escape closes the calendar, and not the dialog around it.
        data-mantine-stop-propagation={opened}
        autoComplete="off"
        ariaLabels={{
          previousMonth: t('common.date.previous'),
          nextMonth: t('common.date.next'),
          previousYear: t('common.date.previous'),
          nextYear: t('common.date.next'),
          previousDecade: t('common.date.previous'),
          nextDecade: t('common.date.next'),
        }}
      />
    </DatesProvider>
  );
}
