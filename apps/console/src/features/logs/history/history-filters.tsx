import { TASK_ACTIONS } from '@leakwatch/vocabulary';
import { Group, Select, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useListTaskOptionsQuery } from '../../../shared/api/options.ts';
import type { useHistoryFilters } from './use-history-filters.ts';

/** Filters by task and by action. */
export function HistoryFilters({ filters }: { filters: ReturnType<typeof useHistoryFilters> }) {
  const { t } = useTexts();
  const { task, action, change } = filters;
  const { data: tasks = [] } = useListTaskOptionsQuery({ org: undefined });
  const known = tasks.map(({ id, title }) => ({ value: id, label: title }));
  // A deleted task has a history but is in no list of tasks.
  const options = task === null || known.some(({ value }) => value === task) ? known : [{ value: task, label: task }, ...known];
  return (
    <Group align="end" gap="md">
      <Select
        label={t('history.filter.task')}
        placeholder={t('history.filter.all_tasks')}
        data={options}
        value={task}
        onChange={(chosen) => change({ task: chosen })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('history.filter.all_tasks') }}
        w={320}
      />
      <Select
        label={t('history.filter.action')}
        placeholder={t('history.filter.all_actions')}
        data={TASK_ACTIONS.map((value) => ({ value, label: t(`history.action.${value}`) }))}
        value={action}
        onChange={(chosen) => change({ action: TASK_ACTIONS.find((one) => one === chosen) ?? null })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('history.filter.all_actions') }}
        w={260}
      />
      {task !== null && (
        <Text c="dimmed" ff="monospace" pb={8}>
          {t('history.filter.id', { id: task })}
        </Text>
      )}
    </Group>
  );
}
