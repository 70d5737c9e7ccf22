import { REASON_FILTERS } from '@leakwatch/contracts';
import { CLOSE_REASON_NAMES } from '@leakwatch/vocabulary';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import type { Statistics } from '../api.ts';
import { ChoiceList } from './choice-list.tsx';
import type { EventFilters, FilterChange } from './event-filters.ts';
import { reasonCount, shownReasons } from './filter-choices.ts';

interface ReasonFilterProps {
  readonly filters: EventFilters;
  readonly statistics: Statistics | undefined;
  readonly onChange: (change: FilterChange) => void;
}

/** Why events were closed; not shown where the listed statuses have no reasons. */
export function ReasonFilter({ filters, statistics, onChange }: ReasonFilterProps) {
  const { t } = useTexts();
  const locale = useLocale();
  const shown = shownReasons(filters);
  if (shown.length === 0) return null;
  return (
    <ChoiceList
      label={t('events.assign.reason')}
      choices={shown.map((reason) => ({
        value: reason,
        text: reason === 'none' ? t('events.assign.no_reason') : CLOSE_REASON_NAMES[locale][reason],
        count: reasonCount(reason, statistics),
      }))}
      chosen={filters.reasons}
      onChange={(values) => onChange({ reasons: REASON_FILTERS.filter((reason) => values.includes(reason)) })}
    />
  );
}
