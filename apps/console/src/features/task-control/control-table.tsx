import type { ControlTask } from '@leakwatch/contracts';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { CheckIcon, ClockIcon, DotFillIcon, StopIcon, TelescopeIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { pathOf } from './path-of.ts';
import { RowActions } from './row-actions.tsx';
import { usePersonName } from '../../shared/i18n/use-person-name.ts';

function ConfirmationTag({ task: { confirmed, waiting_count: count } }: { task: ControlTask }) {
  const { t } = useTexts();
  if (confirmed && count === 0)
    return (
      <Tag tone="info" icon={<CheckIcon size={12} />}>
        {t('taskControl.confirmed')}
      </Tag>
    );
  return (
    <Tag tone="in_progress" icon={<ClockIcon size={12} />}>
      {confirmed ? t('taskControl.changes_wait', { number: count }) : t('taskControl.not_confirmed')}
    </Tag>
  );
}

function States({ task }: { task: ControlTask }) {
  const { t } = useTexts();
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {task.status ? (
          <Tag tone="fixed" icon={<DotFillIcon size={12} />}>
            {t('taskControl.running')}
          </Tag>
        ) : (
          <Tag tone="false" icon={<StopIcon size={12} />}>
            {t('taskControl.stopped')}
          </Tag>
        )}
        {task.is_deep && (
          <Tag tone="info" icon={<TelescopeIcon size={12} />}>
            {t('taskControl.deep')}
          </Tag>
        )}
      </Group>
      <ConfirmationTag task={task} />
    </Stack>
  );
}

function Moment({ at }: { at: string | null }) {
  const { t } = useTexts();
  return at === null ? <Text c="dimmed">{t('taskControl.never')}</Text> : <TimeText at={at} />;
}

interface ControlTableProps {
  readonly tasks: readonly ControlTask[];
  readonly sorting: Sorting;
  readonly onConfirm: (task: ControlTask) => void;
}

/** A page of the tasks of all organisations, with what staff do with them. */
export function ControlTable({ tasks, sorting, onConfirm }: ControlTableProps) {
  const { t } = useTexts();
  const personName = usePersonName();
  return (
    <ColumnTable
      table="tasks-control"
      sorting={sorting}
      minWidth={960}
      plain
      columns={[
        { id: 'title', name: t('taskControl.column.title'), min: 130 },
        { id: 'organisation', name: t('taskControl.column.organisation'), min: 120 },
        { id: 'state', name: t('taskControl.column.state') },
        { id: 'created', name: t('taskControl.column.author_created') },
        { id: 'start_time', name: t('taskControl.column.start_time') },
        { id: 'last_activity', name: t('taskControl.column.last_activity') },
      ]}
      actions={t('taskControl.column.actions')}
    >
      {tasks.map((task) => (
        <Table.Tr key={task.id}>
          <Table.Td>
            <Anchor component={Link} to={pathOf(task)} target="_blank" rel="noopener" className="lw-break" inherit>
              {task.title}
            </Anchor>
          </Table.Td>
          <Table.Td className="lw-break">{task.organisation.name ?? task.organisation.id}</Table.Td>
          <Table.Td>
            <States task={task} />
          </Table.Td>
          <Table.Td>
            <div className="lw-break">
              {task.author === null ? <Text c="dimmed">{t('taskControl.author_unknown')}</Text> : personName(task.author)}
            </div>
            <TimeText at={task.created} />
          </Table.Td>
          <Table.Td>
            <Moment at={task.start_time} />
          </Table.Td>
          <Table.Td>
            <Moment at={task.last_activity} />
          </Table.Td>
          <Table.Td>
            <RowActions task={task} onConfirm={onConfirm} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
