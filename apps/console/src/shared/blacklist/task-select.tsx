import { Select } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { useListTaskOptionsQuery } from '../api/options.ts';

interface TaskSelectProps {
  readonly value: string | null;
  /** The organisation of the rule; without it the caller's own. */
  readonly org: string | undefined;
  /** The title of the rule's task, for a task that is no longer listed. */
  readonly name: string | null;
  readonly onChange: (task: string | null) => void;
}

/** All tasks or one. */
export function TaskSelect({ value, org, name, onChange }: TaskSelectProps) {
  const { t } = useTexts();
  const { data: tasks = [] } = useListTaskOptionsQuery({ org });
  const known = tasks.map(({ id, title }) => ({ value: id, label: title }));
  const options = value === null || known.some((one) => one.value === value) ? known : [{ value, label: name ?? value }, ...known];
  return (
    <Select
      label={t('blacklist.task')}
      description={value === null ? t('blacklist.task_all_hint') : t('blacklist.task_one_hint')}
      placeholder={t('blacklist.all_tasks')}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('blacklist.all_tasks') }}
    />
  );
}
