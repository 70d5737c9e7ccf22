import type { ProcessHealth } from '@leakwatch/contracts';
import { Group, Table } from '@mantine/core';
import { AlertIcon, CheckIcon, ClockIcon, XIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { POLLED } from '../../shared/pool/poll.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { StaleNote } from '../../shared/ui/stale-note.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { useFleetHealthQuery } from './api.ts';
import { nameOfProcess } from './name-of-process.ts';

const LOOKS = {
  ok: { tone: 'fixed', icon: <CheckIcon size={12} /> },
  failing: { tone: 'in_progress', icon: <AlertIcon size={12} /> },
  away: { tone: 'open', icon: <XIcon size={12} /> },
} as const;

function HealthTable({ processes }: { processes: readonly ProcessHealth[] }) {
  const { t } = useTexts();
  const columns = [
    { id: 'service', name: t('fleet.service'), min: 120 },
    { id: 'health_state', name: t('fleet.health_state'), min: 150 },
    { id: 'stores', name: t('fleet.stores'), min: 160 },
  ];
  return (
    <ColumnTable table="health" minWidth={480} plain columns={columns}>
      {processes.map(({ service, process, state, failing, clock_seconds: clock }) => (
        <Table.Tr key={`${service} ${process}`}>
          <Table.Td>{nameOfProcess({ service, process })}</Table.Td>
          <Table.Td>
            <Group gap={6}>
              <Tag {...LOOKS[state]}>{t(`fleet.health_states.${state}`)}</Tag>
              {clock !== null && (
                <Tag tone="in_progress" icon={<ClockIcon size={12} />}>
                  {t(clock > 0 ? 'fleet.clock_ahead' : 'fleet.clock_behind', { seconds: Math.abs(clock) })}
                </Tag>
              )}
            </Group>
          </Table.Td>
          <Table.Td>{failing.length === 0 ? '–' : failing.join(', ')}</Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}

/** Whether each process of each service answers, which of its stores do not, and whether its clock is right. */
export function Health() {
  const { t } = useTexts();
  const { currentData, error, refetch, fulfilledTimeStamp } = useFleetHealthQuery(undefined, POLLED);
  return (
    <Section title={t('fleet.health')} lead={t('fleet.health_lead')}>
      {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {error !== undefined && currentData === undefined && (
        <ProblemBlock title={t('fleet.health_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={6} height={32} />}
      {currentData !== undefined && <HealthTable processes={currentData.processes} />}
    </Section>
  );
}
