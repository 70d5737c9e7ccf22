import { Group, Table, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useOrganisationQueueQuery } from './api.ts';

/** Where the organisation waits for its turn at the searched sources. */
export function QueueSection({ id }: { id: string }) {
  const { t } = useTexts();
  const { currentData, error, refetch } = useOrganisationQueueQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Section title={t('organisations.queue.title')} lead={t('organisations.queue.lead')}>
      {error !== undefined && (
        <ProblemBlock title={t('organisations.queue.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={2} height={24} />}
      {currentData?.sources.length === 0 && <Text c="dimmed">{t('organisations.queue.nothing')}</Text>}
      {currentData !== undefined && currentData.sources.length > 0 && (
        <ColumnTable
          table="organisation-queue"
          minWidth={420}
          plain
          columns={[
            { id: 'source', name: t('organisations.queue.source'), min: 130 },
            { id: 'place', name: t('organisations.queue.place') },
            { id: 'units', name: t('organisations.queue.units') },
            { id: 'oldest', name: t('organisations.queue.oldest'), min: 90 },
          ]}
        >
          {currentData.sources.map((one) => (
            <Table.Tr key={one.source_type}>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  <SourceIcon source={one.source_type} />
                  {t(`common.sources.${one.source_type}`)}
                </Group>
              </Table.Td>
              <Table.Td>{t('organisations.queue.position', { position: one.position, of: one.of })}</Table.Td>
              <Table.Td>{one.units}</Table.Td>
              <Table.Td>
                <TimeText at={one.oldest_wanted} />
              </Table.Td>
            </Table.Tr>
          ))}
        </ColumnTable>
      )}
    </Section>
  );
}
