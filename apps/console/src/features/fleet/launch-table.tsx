import type { OpenLaunch } from '@leakwatch/contracts';
import { Anchor, Table, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { RunButton } from '../../shared/tasks/run-button.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

/** A page of the launches that have not ended. Stopping one stops its task. */
export function LaunchTable({ launches }: { launches: readonly OpenLaunch[] }) {
  const { t } = useTexts();
  const time = (at: string | null) => (at === null ? <Text c="dimmed">–</Text> : <TimeText at={at} />);
  return (
    <ColumnTable
      table="launches"
      minWidth={1000}
      plain
      columns={[
        { id: 'task', name: t('fleet.task'), min: 150 },
        { id: 'company', name: t('common.organisation.label'), min: 120 },
        { id: 'source', name: t('fleet.source'), min: 110 },
        { id: 'state', name: t('fleet.state'), min: 130 },
        { id: 'trigger', name: t('fleet.trigger'), min: 110 },
        { id: 'created', name: t('fleet.created'), min: 90 },
        { id: 'last_activity', name: t('fleet.last_activity'), min: 90 },
      ]}
      actions={t('fleet.actions')}
    >
      {launches.map(({ id, task, organisation, source_type, state, trigger, created, last_activity }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Anchor component={Link} to={`/${task.is_git_monitoring ? 'git_monitoring' : 'task'}/${task.id}`} className="lw-break" inherit>
              {task.title}
            </Anchor>
          </Table.Td>
          <Table.Td className="lw-break">{organisation.name ?? organisation.id}</Table.Td>
          <Table.Td>{t(`common.sources.${source_type}`)}</Table.Td>
          <Table.Td>{t(`fleet.states.${state}`)}</Table.Td>
          <Table.Td>{t(`fleet.triggers.${trigger}`)}</Table.Td>
          <Table.Td>{time(created)}</Table.Td>
          <Table.Td>{time(last_activity)}</Table.Td>
          <Table.Td>
            <RunButton task={{ id: task.id, title: task.title, status: true }} disabled={state === 'cancelling'} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
