import { SOURCE_CONDITIONS, type SourceCondition, type SourceOverviewRow } from '@leakwatch/contracts';
import { Anchor, Button, Group, Table } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useSourceOverviewQuery } from './api.ts';
import classes from './overview.module.css';
import { SourceReason } from './source-reason.tsx';

const POLL_MS = 30_000;

const COLUMNS = ['task', 'source', 'condition', 'read', 'answer', 'full', 'next'] as const;
/** Of what may break anywhere, in pixels. */
const MIN_WIDTHS: Partial<Record<(typeof COLUMNS)[number], { readonly min: number }>> = {
  task: { min: 160 },
  source: { min: 140 },
  condition: { min: 240 },
};

function SourceRow({ row }: { row: SourceOverviewRow }) {
  const { t } = useTexts();
  const { condition, next_launch: next, last_full_pass: full, last_answer: answer, state } = row;
  const nextText =
    condition === 'stopped' ? '–' : t(state === 'running' || state === 'waiting' ? 'overview.reading_now' : 'overview.no_turn');
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/${row.source_type === 'git_repo' ? 'git_monitoring' : 'task'}/${row.task}`} className="lw-break">
          {row.title}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <SourceIcon source={row.source_type} />
          {t(`common.sources.${row.source_type}`)}
        </Group>
      </Table.Td>
      <Table.Td>
        <SourceReason row={row} />
      </Table.Td>
      <Table.Td>{t('overview.read_of', { scanned: row.scanned, total: row.total })}</Table.Td>
      <Table.Td>{answer === null ? t('overview.never') : <TimeText at={answer} relative />}</Table.Td>
      <Table.Td>{full === null ? t('overview.never') : <TimeText at={full} relative />}</Table.Td>
      <Table.Td>{next === null ? nextText : <TimeText at={next} relative />}</Table.Td>
    </Table.Tr>
  );
}

/** Every source of every task: what was read of it, when it is read next, and what is wrong with it. */
export function Sources({ org }: { org: string | null }) {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging(undefined, 'source_');
  const condition = SOURCE_CONDITIONS.find((one) => one === params.get('condition')) ?? null;
  const query = useSourceOverviewQuery(
    { ...paging.asked, ...(org !== null && { org }), ...(condition !== null && { condition }) },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const choose = (wanted: SourceCondition | null) => change({ condition: wanted, source_page: null });
  const conditions = query.currentData?.conditions ?? [];
  const all = conditions.reduce((sum, { count }) => sum + count, 0);
  const columns = COLUMNS.map((name) => ({
    name: t(`overview.column.${name}`),
    ...MIN_WIDTHS[name],
  }));
  return (
    <Section title={t('overview.sources')} lead={t('overview.sources_lead')} wide>
      {all > 0 && (
        <Group gap="xs" role="group" aria-label={t('overview.column.condition')}>
          {[null, ...conditions].map((one) => (
            <Button
              key={one?.condition ?? 'all'}
              size="compact-sm"
              variant={(one?.condition ?? null) === condition ? 'filled' : 'default'}
              aria-pressed={(one?.condition ?? null) === condition}
              onClick={() => choose(one?.condition ?? null)}
            >
              {one === null ? t('overview.all_sources') : t(`overview.condition.${one.condition}`)} {one?.count ?? all}
            </Button>
          ))}
        </Group>
      )}
      <PagedList
        query={query}
        paging={paging}
        failed={t('overview.sources_failed')}
        rowHeight={44}
        pages={t('overview.sources')}
        empty={
          all > 0 ? (
            <EmptyBlock level={3} title={t('overview.no_such_source')}>
              <Button variant="default" onClick={() => choose(null)}>
                {t('overview.all_sources')}
              </Button>
            </EmptyBlock>
          ) : (
            <EmptyBlock level={3} title={t('overview.no_sources')} hint={t('overview.no_sources_hint')}>
              <Button component={Link} to="/git_monitoring/create">
                {t('overview.create_task')}
              </Button>
            </EmptyBlock>
          )
        }
      >
        {(found) => (
          <div className={classes['sources']}>
            <ColumnTable columns={columns} minWidth={980}>
              {found.map((row) => (
                <SourceRow key={`${row.task} ${row.source_type}`} row={row} />
              ))}
            </ColumnTable>
          </div>
        )}
      </PagedList>
    </Section>
  );
}
