import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { Button, Checkbox, Radio, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListTaskOptionsQuery } from '../../../shared/api/options.ts';
import { OrganisationSelect } from '../../../shared/ui/organisation-select.tsx';
import { DEFAULT_STATUS, type EventFilters, type FilterChange, isNarrowed, STATUS_CHOICES } from './event-filters.ts';

interface FilterSidebarProps {
  readonly filters: EventFilters;
  readonly staff: boolean;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** The filters of the list. */
export function FilterSidebar({ filters, staff, onChange, onClear }: FilterSidebarProps) {
  const { t } = useTranslation();
  const { data: tasks = [] } = useListTaskOptionsQuery({ org: filters.org ?? undefined });
  const narrowed = isNarrowed(filters) || filters.status !== DEFAULT_STATUS;
  return (
    <Stack gap="lg">
      <Radio.Group
        label={t('events.filters.status')}
        value={filters.status}
        onChange={(value) => {
          const status = STATUS_CHOICES.find((choice) => choice === value);
          if (status !== undefined) onChange({ status });
        }}
      >
        <Stack gap={6} mt={6}>
          {STATUS_CHOICES.map((status) => (
            <Radio key={status} value={status} label={t(`eventStatus.${status}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {staff && <OrganisationSelect value={filters.org} onChange={(org) => onChange({ org })} />}
      <Select
        label={t('events.filters.task')}
        placeholder={t('events.filters.all_tasks')}
        data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        value={filters.task}
        onChange={(task) => onChange({ task })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('events.filters.all_tasks') }}
      />
      <Checkbox.Group
        label={t('events.filters.sources')}
        value={[...filters.sources]}
        onChange={(values) => onChange({ sources: SOURCE_TYPES.filter((source) => values.includes(source)) })}
      >
        <Stack gap={6} mt={6}>
          {SOURCE_TYPES.map((source) => (
            <Checkbox key={source} value={source} label={t(`common.sources.${source}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {narrowed && (
        <Button variant="default" onClick={onClear}>
          {t('events.filters.clear')}
        </Button>
      )}
    </Stack>
  );
}
