import { SEVERITY_FILTERS } from '@leakwatch/contracts';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { Anchor, Button, Radio, Select, Stack, Text } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useListTaskOptionsQuery } from '../../../shared/api/options.ts';
import { OrganisationSelect } from '../../../shared/ui/organisation-select.tsx';
import { useEventStatisticsQuery } from '../api.ts';
import { ViewsPanel } from '../views/views-panel.tsx';
import { CHOICE_STYLES, ChoiceLabel } from './choice-label.tsx';
import { AssigneeFilter } from './assignee-filter.tsx';
import { ReasonFilter } from './reason-filter.tsx';
import { ChoiceList } from './choice-list.tsx';
import { DateFilter } from './date-filter.tsx';
import {
  DEFAULT_STATUS,
  type EventFilters,
  FACETS,
  type FilterChange,
  narrowedBy,
  STATUS_CHOICES,
  toStatisticsQuery,
} from './event-filters.ts';
import { FacetFilter } from './facet-filter.tsx';
import classes from './filters.module.css';
import { severityCount, sourceCount, statusCount } from './filter-choices.ts';

interface FilterSidebarProps {
  readonly filters: EventFilters;
  readonly staff: boolean;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** The filters of the list, with the number of events beside each choice. */
export function FilterSidebar({ filters, staff, onChange, onClear }: FilterSidebarProps) {
  const { t } = useTexts();
  const { data: options } = useListTaskOptionsQuery({ org: filters.org ?? undefined });
  const tasks = [...(options ?? [])];
  // A link may name a task that is deleted: the filter holds all the same.
  if (options !== undefined && filters.task !== null && !tasks.some(({ id }) => id === filters.task))
    tasks.push({ id: filters.task, title: t('events.filters.unknown_task') });
  const { data, isError, refetch } = useEventStatisticsQuery(toStatisticsQuery(filters));
  const statistics = isError ? undefined : data;
  const narrowed = narrowedBy(filters) > 0 || filters.status !== DEFAULT_STATUS;
  return (
    <Stack gap="lg">
      <ViewsPanel filters={filters} />
      {isError && (
        <Text c="dimmed" role="status">
          {t('events.filters.counts_failed')}{' '}
          <Anchor component="button" type="button" onClick={() => void refetch()}>
            {t('common.retry')}
          </Anchor>
        </Text>
      )}
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
            <Radio
              key={status}
              value={status}
              styles={CHOICE_STYLES}
              label={<ChoiceLabel text={t(`eventStatus.${status}`)} count={statusCount(status, statistics)} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonFilter filters={filters} statistics={statistics} onChange={onChange} />
      {filters.similarTo !== null && (
        <Button variant="default" leftSection={<XIcon />} onClick={() => onChange({ similarTo: null })}>
          {t('events.filters.similar_to')}
        </Button>
      )}
      {filters.pathPart !== null && (
        <Button variant="default" leftSection={<XIcon />} onClick={() => onChange({ pathPart: null })}>
          <span className={classes['value']}>{t('events.filters.path_part', { part: filters.pathPart })}</span>
        </Button>
      )}
      {(filters.fixedFrom !== null || filters.fixedTo !== null) && (
        <Button variant="default" leftSection={<XIcon />} onClick={() => onChange({ fixedFrom: null, fixedTo: null })}>
          {t('events.filters.fixed_in_period')}
        </Button>
      )}
      {staff && <OrganisationSelect value={filters.org} onChange={(org) => onChange({ org })} />}
      <Select
        label={t('events.filters.task')}
        // Within the page's landmarks, and those of the drawer.
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        placeholder={t('events.filters.all_tasks')}
        data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        value={filters.task}
        onChange={(task) => onChange({ task })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('events.filters.all_tasks') }}
      />
      <DateFilter filters={filters} onChange={onChange} />
      <ChoiceList
        label={t('events.filters.severity')}
        choices={SEVERITY_FILTERS.map((severity) => ({
          value: severity,
          text: t(`severity.${severity}`),
          count: severityCount(severity, statistics),
        }))}
        chosen={filters.severities}
        onChange={(values) => onChange({ severities: SEVERITY_FILTERS.filter((severity) => values.includes(severity)) })}
      />
      <AssigneeFilter filters={filters} statistics={statistics} onChange={onChange} />
      <ChoiceList
        label={t('events.filters.sources')}
        choices={[
          ...SOURCE_TYPES.map((source) => ({
            value: source,
            text: t(`common.sources.${source}`),
            count: sourceCount(source, statistics),
          })),
          // Named so that a person who looks for it knows that its events are not missing here.
          { value: 'bitbucket', text: 'Bitbucket', count: null, disabled: true, title: t('events.filters.bitbucket') },
        ]}
        chosen={filters.sources}
        onChange={(values) => onChange({ sources: SOURCE_TYPES.filter((source) => values.includes(source)) })}
      />
      {FACETS.map((facet) => (
        <FacetFilter key={facet} facet={facet} filters={filters} statistics={statistics} onChange={onChange} />
      ))}
      {narrowed && (
        <Button variant="default" onClick={onClear}>
          {t('events.filters.clear')}
        </Button>
      )}
    </Stack>
  );
}
