import type { QueueCounts } from '@leakwatch/contracts';
import { JOB_STATES, type JobState } from '@leakwatch/vocabulary';
import { Anchor, Table } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';

interface QueueTableProps {
  readonly queues: readonly QueueCounts[];
  readonly onOpen: (queue: string, state: JobState) => void;
}

/** The queues with the numbers of their jobs; a number opens its jobs. */
export function QueueTable({ queues, onOpen }: QueueTableProps) {
  const { t, locale } = useTexts();
  const count = (queue: string, state: JobState, value: number) => {
    const number = formatNumber(value, locale);
    if (value === 0) return number;
    const name = t('fleet.queue.open', { queue, state: t(`fleet.queue.states.${state}`), number });
    return (
      <Anchor component="button" type="button" onClick={() => onOpen(queue, state)} aria-label={name}>
        {number}
      </Anchor>
    );
  };
  return (
    <ColumnTable
      table="queues"
      minWidth={560}
      plain
      columns={[
        { id: 'name', name: t('fleet.queue.name'), min: 180 },
        ...JOB_STATES.map((state) => ({ id: state, name: t(`fleet.queue.states.${state}`) })),
      ]}
    >
      {queues.map((one) => (
        <Table.Tr key={one.queue}>
          <Table.Td className="lw-break">{one.queue}</Table.Td>
          {JOB_STATES.map((state) => (
            <Table.Td key={state}>{count(one.queue, state, one[state])}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
