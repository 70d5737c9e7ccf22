import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { type MouseEvent, Suspense, useEffect } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { loadLater, useLater } from '../../../shared/later/later.ts';
import { useStable } from '../../../shared/lib/use-stable.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import type { SameFileQuestion } from '../status/same-file-bar.tsx';
import { EventCard, NoEvents, Pager, ToTop } from '../late-parts.ts';
import { CompactRow } from '../row/compact-row.tsx';
import { belongs, EVENT_PAGE_SIZES, type EventFilters, type FilterChange } from '../filters/event-filters.ts';
import classes from '../events-page.module.css';
import { ListNews } from './list-news.tsx';
import { eventsOf, type ListRow } from './list-row.ts';
import type { useEventList } from './use-event-list.ts';
import { useRowClicks } from './use-row-clicks.ts';

/** Placeholders of the size that the rows will have. */
const SKELETONS = { compact: { rows: 10, height: 38 }, full: { rows: 4, height: 210 } };

/** Calls `next` when what is rendered now has been painted; gives the function that calls it off. */
function afterDrawing(next: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(next);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

interface EventListProps {
  readonly list: ReturnType<typeof useEventList>;
  readonly filters: EventFilters;
  /** The filters, as the address has them. */
  readonly search: string;
  readonly compact: boolean;
  readonly current: string | null;
  readonly busy: boolean;
  /** Asked in the row of its event; null where the panel shows it. */
  readonly question: SameFileQuestion | null;
  readonly rows: readonly ListRow[];
  readonly mayChange: (row: ListRow) => boolean;
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (id: string, range: boolean) => void;
  readonly onOpen: (click: MouseEvent, event: Pick<EventRow, 'id'>) => void;
  readonly onChange: (event: EventRow, status: TriageStatus) => void;
  readonly onBlacklist: (event: EventRow) => void;
  readonly onAssign: (event: EventRow) => void;
  readonly onText: (event: EventRow) => void;
  readonly onSimilar: (event: EventRow) => void;
  readonly onFilters: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** The rows, or the block that replaces them. */
export function EventList(props: EventListProps) {
  const { t } = useTexts();
  const { list, filters, onFilters } = props;
  const { shown } = list;
  const later = useLater();
  const isDrawn = shown !== undefined || list.error !== undefined;
  // When the browser has drawn the events, what can wait does not delay them.
  useEffect(() => (isDrawn ? afterDrawing(loadLater) : undefined), [isDrawn]);
  if (shown === undefined && list.error !== undefined)
    return <ProblemBlock title={t('events.failed')} problem={toProblem(list.error)} onRetry={list.refetch} />;
  if (shown === undefined) return <SkeletonRows {...(props.compact ? SKELETONS.compact : SKELETONS.full)} />;
  const last = list.rows === null ? shown.next_cursor === null : filters.page * filters.size >= list.rows;
  return (
    <>
      {list.error !== undefined && <StaleNote since={list.since} />}
      <ListNews list={list} />
      {shown.results.length > 0 && <Rows {...props} />}
      {shown.results.length === 0 ? (
        <Suspense fallback={<SkeletonRows rows={2} height={60} />}>
          <NoEvents filters={filters} total={shown.count} onChange={onFilters} onClear={props.onClear} />
        </Suspense>
      ) : (
        <>
          {last && <div className={classes['end']}>{t('events.end')}</div>}
          <Suspense>{later && <ToTop />}</Suspense>
          <div className={classes['pager']}>
            <Suspense>
              {later && (
                <Pager
                  page={filters.page}
                  size={filters.size}
                  sizes={EVENT_PAGE_SIZES}
                  total={list.rows}
                  hasMore={!last}
                  onPage={(page) => {
                    onFilters({ page });
                    window.scrollTo({ top: 0 });
                  }}
                  onSize={(size) => onFilters({ size })}
                />
              )}
            </Suspense>
          </div>
        </>
      )}
    </>
  );
}

/** The rows, each memoised: a key that moves through a thousand of them renders two. */
function Rows({ rows, ...props }: EventListProps) {
  const onChange = useStable(props.onChange);
  const onAssign = useStable(props.onAssign);
  const box = useRowClicks();
  const of = (row: ListRow) => ({
    row,
    mayChange: props.mayChange(row),
    left: props.list.left.has(row.event.id) && !eventsOf(row).some(({ status }) => belongs(status, props.filters.status)),
    selected: props.isSelected(row.event.id),
    current: props.current === row.event.id,
    question: props.question?.event.id === row.event.id ? props.question : null,
    search: props.search,
    onSelect: props.onSelect,
    onOpen: props.onOpen,
    onSimilar: props.onSimilar,
  });
  if (props.compact)
    return (
      <div ref={box} className={classes['compact']}>
        {rows.map((row) => (
          <CompactRow key={row.event.id} {...of(row)} />
        ))}
      </div>
    );
  return (
    <Suspense fallback={<SkeletonRows {...SKELETONS.full} />}>
      {rows.map((row) => (
        <EventCard
          key={row.event.id}
          {...of(row)}
          busy={props.busy}
          onChange={onChange}
          onBlacklist={props.onBlacklist}
          onAssign={onAssign}
          onText={props.onText}
        />
      ))}
    </Suspense>
  );
}
