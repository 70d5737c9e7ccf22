import { Box, Group, Select } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../../shared/lib/numbers.ts';
import { type ChartView, ViewControl } from '../../../shared/charts/event-bars.tsx';
import { DateField } from '../../../shared/ui/date-field.tsx';
import type { ChartPatterns } from './api.ts';
import type { ChartRange, RangeFault } from './chart-range.ts';

/** With more patterns than this the list is searched by typing. */
const OPTIONS_DRAWN = 100;

interface Props {
  readonly patterns: ChartPatterns;
  readonly pattern: string | null;
  readonly range: ChartRange;
  readonly fault: RangeFault | null;
  readonly view: ChartView;
  readonly onChange: (change: Readonly<Record<string, string | null>>) => void;
}

/** Pattern, period, and chart or table. */
export function ChartControls({ patterns, pattern, range, fault, view, onChange }: Props) {
  const { t, locale } = useTexts();
  const names = patterns.map(({ pattern: name, pattern_count: count }) => ({
    value: name,
    label: `${name} (${formatNumber(count, locale)})`,
  }));
  const chosen = pattern !== null && !names.some(({ value }) => value === pattern) ? [{ value: pattern, label: `${pattern} (0)` }] : [];
  const day = (name: 'from' | 'to') => (
    <Box w={150}>
      <DateField
        name={name}
        label={t(`taskChart.${name}`)}
        value={range[name]}
        error={name === 'to' && fault !== null ? t(`taskChart.fault.${fault}`) : undefined}
        onChange={(chosen) => onChange({ [name]: chosen === '' ? null : chosen })}
      />
    </Box>
  );
  return (
    <Group gap="sm" align="flex-start">
      <Select
        style={{ flex: '1 1 200px', maxWidth: 320 }}
        label={t('taskChart.pattern')}
        placeholder={t('taskChart.all_patterns')}
        nothingFoundMessage={t('taskChart.no_pattern')}
        data={[...chosen, ...names]}
        value={pattern}
        limit={OPTIONS_DRAWN}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('taskChart.all_patterns') }}
        onChange={(name) => onChange({ pattern: name })}
      />
      {day('from')}
      {day('to')}
      <ViewControl view={view} mt={22} onChange={(value) => onChange({ view: value === 'table' ? value : null })} />
    </Group>
  );
}
