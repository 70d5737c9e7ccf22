import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Button } from '@mantine/core';
import { ArrowUpIcon } from '@primer/octicons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import type { SameFileQuestion } from '../status/same-file-bar.tsx';
import { EventCard } from '../row/event-card.tsx';
import { type EventFilters, type FilterChange, writeFilters } from '../filters/event-filters.ts';
import classes from '../events-page.module.css';
import { NoEvents } from './no-events.tsx';
import type { useEventList } from './use-event-list.ts';

const SKELETONS = 4;
const CARD_HEIGHT = 210;

interface EventListProps {
  readonly list: ReturnType<typeof useEventList>;
  readonly filters: EventFilters;
  readonly current: string | null;
  readonly busy: boolean;
  readonly question: SameFileQuestion | null;
  readonly mayChange: (event: EventRow) => boolean;
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (id: string, range: boolean) => void;
  readonly onChange: (event: EventRow, status: TriageStatus) => Promise<void>;
  readonly onBlacklist: (event: EventRow) => void;
  readonly onAssign: (event: EventRow) => void;
  readonly onText: (event: EventRow) => void;
  readonly onSimilar: (event: EventRow) => void;
  readonly onFilters: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** The rows, or the block that replaces them. */
export function EventList(props: EventListProps) {
  const { t } = useTranslation();
  const { list, filters, onFilters } = props;
  // One stable function for all rows, so that memoised rows are not rendered again.
  const change = useRef(props.onChange);
  useEffect(() => {
    change.current = props.onChange;
  });
  const onChange = useCallback((event: EventRow, status: TriageStatus) => void change.current(event, status), []);
  const { shown } = list;
  if (shown === undefined && list.error !== undefined)
    return <ProblemBlock title={t('events.failed')} problem={toProblem(list.error)} onRetry={list.refetch} />;
  if (shown === undefined) return <SkeletonRows rows={SKELETONS} height={CARD_HEIGHT} />;
  const query = writeFilters(filters).toString();
  const search = query === '' ? '' : `?${query}`;
  const last = filters.page * filters.size >= list.total;
  return (
    <>
      {list.error !== undefined && <StaleNote since={list.since} />}
      {list.fresh > 0 && (
        <Button variant="default" fullWidth leftSection={<ArrowUpIcon />} onClick={list.showFresh} role="status">
          {t('events.new', { count: list.fresh })}
        </Button>
      )}
      {shown.results.map((event) => (
        <EventCard
          key={event.id}
          event={event}
          mayChange={props.mayChange(event)}
          selected={props.isSelected(event.id)}
          current={props.current === event.id}
          busy={props.busy}
          question={props.question?.event.id === event.id ? props.question : null}
          search={search}
          onSelect={props.onSelect}
          onChange={onChange}
          onBlacklist={props.onBlacklist}
          onAssign={props.onAssign}
          onText={props.onText}
          onSimilar={props.onSimilar}
        />
      ))}
      {shown.results.length === 0 ? (
        <NoEvents filters={filters} total={shown.count} onChange={onFilters} onClear={props.onClear} />
      ) : (
        <>
          {last && <div className={classes['end']}>{t('events.end')}</div>}
          <Pager
            page={filters.page}
            size={filters.size}
            total={list.total}
            onPage={(page) => {
              onFilters({ page });
              window.scrollTo({ top: 0 });
            }}
            onSize={(size) => onFilters({ size })}
          />
        </>
      )}
    </>
  );
}
