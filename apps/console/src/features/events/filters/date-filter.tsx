import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { dayBefore, formatDateTime, parseDateTime } from '../../../shared/lib/dates.ts';
import type { EventFilters, FilterChange } from './event-filters.ts';

/** The last moment of a day, minute or second as the server stores moments: with microseconds, which a Date does not have. */
const lastMoment = (date: Date): string => date.toISOString().replace(/\.999Z$/, '.999999Z');

const shown = (iso: string | null): string => (iso === null ? '' : formatDateTime(new Date(iso)));

interface MomentFieldProps {
  readonly label: string;
  readonly value: string | null;
  /** The end of the range: a day that is typed without a time counts whole. */
  readonly last: boolean;
  readonly error: string | null;
  readonly onChange: (value: string | null) => void;
}

/** One end of the range, as text. It takes effect with Enter, and when the field is left. */
function MomentField({ label, value, last, error, onChange }: MomentFieldProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(shown(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(shown(value));
  }
  const read = typed.trim() === '' ? null : parseDateTime(typed, { last });
  const isUnread = typed.trim() !== '' && read === null;
  const take = () => {
    if (!isUnread && typed !== shown(value)) onChange(read === null ? null : last ? lastMoment(read) : read.toISOString());
  };
  return (
    <TextInput
      label={label}
      placeholder={t('events.filters.date_format')}
      maxLength={19}
      value={typed}
      error={isUnread ? t('events.filters.date_invalid') : error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

interface DateFilterProps {
  readonly filters: EventFilters;
  readonly onChange: (change: FilterChange) => void;
}

/** When the events were created: a range, or one of the days that are often asked for. */
export function DateFilter({ filters, onChange }: DateFilterProps) {
  const { t } = useTexts();
  const title = useId();
  const { from, to } = filters;
  const reversed = from !== null && to !== null && from > to ? t('events.filters.date_reversed') : null;
  const choose = (days: number) => {
    const day = dayBefore(new Date(), days);
    onChange({ from: day.from.toISOString(), to: lastMoment(day.to) });
  };
  return (
    <Stack gap={6} role="group" aria-labelledby={title}>
      <Text id={title} fw={600}>
        {t('events.filters.date')}
      </Text>
      <MomentField
        label={t('events.filters.date_from')}
        value={from}
        last={false}
        error={null}
        onChange={(value) => onChange({ from: value })}
      />
      <MomentField label={t('events.filters.date_to')} value={to} last error={reversed} onChange={(value) => onChange({ to: value })} />
      <Group gap={6}>
        <Button variant="default" size="compact-sm" onClick={() => choose(0)}>
          {t('events.filters.today')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => choose(1)}>
          {t('events.filters.yesterday')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={from === null && to === null}
          onClick={({ currentTarget }) => {
            // It is disabled from then on, and the focus would fall to the page.
            currentTarget.parentElement?.querySelector('button')?.focus();
            onChange({ from: null, to: null });
          }}
        >
          {t('events.filters.date_clear')}
        </Button>
      </Group>
    </Stack>
  );
}
