import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { ROW_CHOICES, type RowChoice } from '../filters/event-filters.ts';

/** What a row of the list is. */
export function RowsSelect({ rows, onChange }: { rows: RowChoice; onChange: (rows: RowChoice) => void }) {
  const { t } = useTexts();
  return (
    <NativeSelect
      aria-label={t('events.rows.label')}
      title={t('events.rows.label')}
      data={ROW_CHOICES.map((one) => ({ value: one, label: t(`events.rows.${one}`) }))}
      value={rows}
      onChange={(event) => {
        const wanted = ROW_CHOICES.find((one) => one === event.currentTarget.value);
        if (wanted !== undefined) onChange(wanted);
      }}
    />
  );
}
