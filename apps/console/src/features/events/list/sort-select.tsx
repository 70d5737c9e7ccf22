import type { EventSort } from '@leakwatch/contracts';
import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { SORTS } from '../filters/event-filters.ts';

/** The order of the list. */
export function SortSelect({ sort, onChange }: { sort: EventSort; onChange: (sort: EventSort) => void }) {
  const { t } = useTexts();
  return (
    <NativeSelect
      aria-label={t('events.sort.label')}
      title={t('events.sort.label')}
      data={SORTS.map((one) => ({ value: one, label: t(`events.sort.${one}`) }))}
      value={sort}
      onChange={(event) => {
        const wanted = SORTS.find((one) => one === event.currentTarget.value);
        if (wanted !== undefined) onChange(wanted);
      }}
    />
  );
}
