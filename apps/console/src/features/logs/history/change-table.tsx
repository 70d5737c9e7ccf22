import { Anchor, Table, Text } from '@mantine/core';
import type { TaskChangeEntry } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { ChangeParts } from './change-parts.tsx';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

function TaskOf({ entry }: { entry: TaskChangeEntry }) {
  const { t } = useTexts();
  if (entry.task_uuid === null) return <Text c="dimmed">{t('history.session')}</Text>;
  const title = entry.task ?? entry.task_uuid;
  if (entry.task_archived)
    return (
      <>
        {title} <Text c="dimmed">{t('history.deleted')}</Text>
      </>
    );
  return (
    <Anchor component={Link} to={`/task/${entry.task_uuid}`} inherit>
      {title}
    </Anchor>
  );
}

/** Changes of tasks, newest first. */
export function ChangeTable({ entries }: { entries: readonly TaskChangeEntry[] }) {
  const { t } = useTexts();
  const personName = usePersonName();
  return (
    <ColumnTable
      minWidth={860}
      columns={[
        { name: t('history.column.created') },
        { name: t('history.column.task'), width: 200, min: 140 },
        { name: t('history.column.user'), min: 90 },
        { name: t('history.column.action'), min: 130 },
        { name: t('history.column.description'), width: '45%' },
      ]}
    >
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <Table.Td>
            <TimeText at={entry.created} />
          </Table.Td>
          <Table.Td>
            <TaskOf entry={entry} />
          </Table.Td>
          <Table.Td>{entry.user === null ? <Text c="dimmed">{t('history.system')}</Text> : personName(entry.user)}</Table.Td>
          <Table.Td>{t(`history.action.${entry.action}`)}</Table.Td>
          <Table.Td>
            <ChangeParts entry={entry} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
