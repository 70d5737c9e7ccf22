import type { QueueJob } from '@leakwatch/contracts';
import { type JobStep, STEPS_OF_JOB } from '@leakwatch/vocabulary';
import { ActionIcon, Code, Group, Stack, Table } from '@mantine/core';
import { SyncIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

const ICONS: Readonly<Record<JobStep, typeof SyncIcon>> = { retry: SyncIcon, remove: TrashIcon };

interface JobTableProps {
  readonly jobs: readonly QueueJob[];
  readonly onStep: (job: QueueJob, step: JobStep) => void;
}

/** A page of jobs, with what they hold and what may be done with them. */
export function JobTable({ jobs, onStep }: JobTableProps) {
  const { t } = useTexts();
  const columns = [
    { id: 'data', name: t('fleet.queue.data'), min: 320 },
    { id: 'attempts', name: t('fleet.attempts') },
    { id: 'created', name: t('fleet.created'), min: 90 },
    { id: 'started', name: t('fleet.queue.started'), min: 90 },
    { id: 'reason', name: t('fleet.reason'), min: 160 },
  ];
  return (
    <ColumnTable table="jobs" minWidth={900} plain columns={columns} actions={t('fleet.actions')}>
      {jobs.map((job) => (
        <Table.Tr key={job.id}>
          <Table.Td>
            <Stack gap={0}>
              {Object.entries(job.data).map(([name, value]) => (
                <Code key={name} className="lw-break">{`${name}: ${value}`}</Code>
              ))}
              {Object.keys(job.data).length === 0 && <Code className="lw-break">{job.id}</Code>}
            </Stack>
          </Table.Td>
          <Table.Td>{job.attempts}</Table.Td>
          <Table.Td>
            <TimeText at={job.created} />
          </Table.Td>
          <Table.Td>{job.started === null ? '–' : <TimeText at={job.started} />}</Table.Td>
          <Table.Td className="lw-break">{job.reason ?? '–'}</Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {STEPS_OF_JOB[job.state].map((step) => {
                const Icon = ICONS[step];
                const text = t(`fleet.queue.step.${step}`);
                return (
                  <ActionIcon
                    key={step}
                    variant="default"
                    size={30}
                    aria-label={`${text}: ${job.id}`}
                    title={text}
                    onClick={() => onStep(job, step)}
                  >
                    <Icon size={16} />
                  </ActionIcon>
                );
              })}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
