import type { PatternCoverage, TaskDetails } from '@leakwatch/contracts';
import { Group, Table, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSourceFault } from '../../../shared/i18n/use-source-fault.ts';
import { AccountsLink } from '../../../shared/ui/accounts-link.tsx';
import { usePaging } from '../../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { PagedList } from '../../../shared/ui/paged-list.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { usePatternCoverageQuery } from '../api.ts';
import classes from './details.module.css';

const POLL_MS = 10_000;

/** What each source was asked for each pattern, and what it gave: why nothing was found. */
export function CoverageTable({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  const paging = usePaging(undefined, 'coverage_');
  const query = usePatternCoverageQuery({ id: task.id, query: paging.asked }, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const columns = (['pattern', 'source', 'found', 'read', 'state', 'full'] as const).map((name) => ({
    name: t(`tasks.coverage.column.${name}`),
  }));
  const texts = new Map(task.search_patterns.map(({ id, pattern }) => [id, pattern]));
  return (
    <PagedList
      query={query}
      paging={paging}
      failed={t('tasks.coverage.failed')}
      rowHeight={32}
      empty={<EmptyBlock title={t('tasks.coverage.empty')} hint={t('tasks.coverage.empty_hint')} />}
    >
      {(rows) => (
        <ColumnTable columns={columns} minWidth={820}>
          {rows.map((row) => (
            <CoverageRow key={`${row.pattern} ${row.source_type}`} row={row} pattern={texts.get(row.pattern) ?? ''} />
          ))}
        </ColumnTable>
      )}
    </PagedList>
  );
}

function CoverageRow({ row, pattern }: { row: PatternCoverage; pattern: string }) {
  const { t } = useTexts();
  const { found, read, returned, unread, last_full_pass: full } = row;
  const counted = () =>
    returned === 0 && full !== null
      ? t('tasks.coverage.nothing_new')
      : t(unread > 0 ? 'tasks.coverage.read_some' : 'tasks.coverage.read_all', { read, returned, unread });
  return (
    <Table.Tr>
      <Table.Td className="lw-break">{pattern}</Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <SourceIcon source={row.source_type} />
          {t(`common.sources.${row.source_type}`)}
        </Group>
      </Table.Td>
      <Table.Td>{found ?? '–'}</Table.Td>
      <Table.Td>{row.asked ? counted() : '–'}</Table.Td>
      <Table.Td>
        <RowState row={row} />
      </Table.Td>
      <Table.Td>{row.last_full_pass === null ? t('tasks.coverage.never') : <TimeText at={row.last_full_pass} relative />}</Table.Td>
    </Table.Tr>
  );
}

function RowState({ row }: { row: PatternCoverage }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  if (!row.asked) return <Text c="dimmed">{t('tasks.coverage.not_asked')}</Text>;
  const faults = [
    ...(row.error_code === null ? [] : [faultText(row.error_code)]),
    ...(row.capped ? [t('tasks.coverage.row_capped')] : []),
    ...(row.incomplete ? [t('tasks.coverage.row_incomplete')] : []),
    ...(row.unchecked > 0 ? [t('tasks.coverage.unchecked_files', { unchecked: row.unchecked })] : []),
  ];
  if (faults.length > 0)
    return (
      <span className={classes['fault']}>
        {faults.join('; ')} <AccountsLink code={row.error_code} />
      </span>
    );
  return t(row.last_full_pass === null ? 'tasks.coverage.row_going' : 'tasks.coverage.row_whole');
}
