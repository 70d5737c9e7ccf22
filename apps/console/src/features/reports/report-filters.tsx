import type { EventFilters } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useListTaskOptionsQuery } from '../../shared/api/options.ts';
import { formatDateTime } from '../../shared/lib/dates.ts';

/** Filters that have their own text; the organisation has a column. */
const SAID: readonly string[] = [
  'org',
  'status',
  'task',
  'source_type',
  'start_datetime',
  'end_datetime',
] satisfies readonly (keyof EventFilters)[];

const isSet = (value: unknown) => value !== undefined && (!Array.isArray(value) || value.length > 0);
const timeOf = (at: string | undefined) => (at === undefined ? '…' : formatDateTime(new Date(at)));

/** The filters of a report in words, and how many more there are. */
export function ReportFilters({ filters }: { filters: EventFilters }) {
  const { t } = useTexts();
  const { data: tasks } = useListTaskOptionsQuery({ org: undefined }, { skip: filters.task === undefined });
  const statuses = (filters.status ?? ['open']).map((status) => t(`eventStatus.${status}`));
  const sources = (filters.source_type ?? []).map((source) => t(`common.sources.${source}`));
  const more = Object.entries(filters).filter(([name, value]) => !SAID.includes(name) && isSet(value)).length;
  const { start_datetime: from, end_datetime: to } = filters;
  const parts = [
    t('reports.of_status', { statuses: statuses.join(', ') }),
    ...(filters.task === undefined ? [] : [t('reports.of_task', { task: tasks?.find(({ id }) => id === filters.task)?.title ?? '…' })]),
    ...(sources.length === 0 ? [] : [t('reports.of_sources', { sources: sources.join(', ') })]),
    ...(from === undefined && to === undefined ? [] : [`${timeOf(from)} – ${timeOf(to)}`]),
    ...(more === 0 ? [] : [t('reports.of_more', { count: more })]),
  ];
  return <Text c="dimmed">{parts.join(' · ')}</Text>;
}
