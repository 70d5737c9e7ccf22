import type { CoverageOfSource } from '@leakwatch/contracts';
import { Group, Stack, Table, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useOrganisationCoverageQuery } from './api.ts';

/** What is missing of a source; a part is named where there is any. */
const GAPS = ['parts_failed', 'unread', 'unchecked', 'capped', 'incomplete', 'silent', 'tasks_not_searched'] as const;

function Gaps({ source }: { source: CoverageOfSource }) {
  const { t, locale } = useTexts();
  const gaps = GAPS.filter((gap) => source[gap] > 0);
  if (gaps.length === 0) return <Text c="dimmed">{t('organisations.coverage.no_gaps')}</Text>;
  return (
    <Stack gap={2}>
      {gaps.map((gap) => (
        <span key={gap}>{t(`organisations.coverage.gap.${gap}`, { number: formatNumber(source[gap], locale) })}</span>
      ))}
    </Stack>
  );
}

function SourceRow({ source }: { source: CoverageOfSource }) {
  const { t, locale } = useTexts();
  const number = (value: number) => formatNumber(value, locale);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <SourceIcon source={source.source_type} />
          {t(`common.sources.${source.source_type}`)}
        </Group>
      </Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          {number(source.tasks)}
          {source.tasks_failing > 0 && (
            <Tag tone="open" icon={<AlertIcon size={12} />}>
              {t('organisations.coverage.failing', { number: number(source.tasks_failing) })}
            </Tag>
          )}
        </Stack>
      </Table.Td>
      <Table.Td>{number(source.parts)}</Table.Td>
      <Table.Td>{t('organisations.coverage.scanned', { scanned: number(source.scanned), total: number(source.total) })}</Table.Td>
      <Table.Td>
        <Gaps source={source} />
      </Table.Td>
      <Table.Td>{source.oldest_full_pass === null ? <Text c="dimmed">–</Text> : <TimeText at={source.oldest_full_pass} />}</Table.Td>
    </Table.Tr>
  );
}

/** What the running tasks of an organisation search, and what they do not. */
export function CoverageSection({ id }: { id: string }) {
  const { t } = useTexts();
  const { currentData, error, refetch } = useOrganisationCoverageQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Section title={t('organisations.coverage.title')} lead={t('organisations.coverage.lead')}>
      {error !== undefined && (
        <ProblemBlock title={t('organisations.coverage.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={3} height={32} />}
      {currentData?.sources.length === 0 && <Text c="dimmed">{t('organisations.coverage.nothing')}</Text>}
      {currentData !== undefined && currentData.sources.length > 0 && (
        <ColumnTable
          table="organisation-coverage"
          minWidth={760}
          plain
          columns={[
            { id: 'source', name: t('organisations.queue.source'), min: 130 },
            { id: 'tasks', name: t('organisations.coverage.tasks'), min: 90 },
            { id: 'parts', name: t('organisations.coverage.parts') },
            { id: 'documents', name: t('organisations.coverage.documents'), min: 120 },
            { id: 'gaps', name: t('organisations.coverage.gaps'), min: 180 },
            { id: 'oldest', name: t('organisations.coverage.oldest'), min: 100 },
          ]}
        >
          {currentData.sources.map((one) => (
            <SourceRow key={one.source_type} source={one} />
          ))}
        </ColumnTable>
      )}
    </Section>
  );
}
