import type { EventRow } from '@leakwatch/contracts';
import { Box } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { lazy, type MouseEvent, Suspense, useCallback, useMemo, useRef } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSettings } from '../../shared/api/settings.ts';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { useLater } from '../../shared/later/later.ts';
import { useStable } from '../../shared/lib/use-stable.ts';
import { useStoredFlag } from '../../shared/lib/use-stored-flag.ts';
import { SkeletonRows } from '../../shared/ui/blocks.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { useCommenting } from './comments/use-commenting.tsx';
import { useAssigning } from './assign/use-assigning.tsx';
import { narrowedBy, writeFilters } from './filters/event-filters.ts';
import { useTextEvent } from './evidence/use-text-event.ts';
import { useSimilarEvent } from './similar/use-similar-event.ts';
import { EventList } from './list/event-list.tsx';
import classes from './events-page.module.css';
import { Filters, useFiltersFrame } from './filters/filters-frame.tsx';
import { DensityButton } from './list/density-button.tsx';
import { BlacklistDialog, KeysHelp, SearchBox, SimilarDialog } from './late-parts.ts';
import { CreateTaskLinks } from './list/create-task-links.tsx';
import { ListBar } from './list/list-bar.tsx';
import { useBlacklistEvent } from './blacklist/use-blacklist-event.ts';
import { SortSelect } from './list/sort-select.tsx';
import { MakeReportButton } from './list/make-report-button.tsx';
import { useChangeStatus } from './status/use-change-status.ts';
import { useEventActions } from './list/use-event-actions.ts';
import { useEventFilters } from './filters/use-event-filters.ts';
import { useResetNotice } from './filters/use-reset-notice.tsx';
import { useActing } from './list/use-acting.ts';
import { useEventKeys } from './list/use-event-keys.ts';
import { useEventList } from './list/use-event-list.ts';
import { RowsSelect } from './list/rows-select.tsx';
import { useListRows } from './list/use-list-rows.ts';
import { useEventPanel } from './panel/use-event-panel.ts';
import { LATER_TEXTS } from './screen-texts.ts';

const addressQuery = (query: string): string => (query === '' ? '' : `?${query}`);
const NO_EVENTS: readonly EventRow[] = [];

/** Most visits read no text, and those in a narrow window have no panel. */
const TextDialog = lazy(async () => ({ default: (await withTexts(() => import('./evidence/text-dialog.tsx'), LATER_TEXTS)).TextDialog }));

const EventPanel = lazy(async () => ({ default: (await withTexts(() => import('./panel/event-panel.tsx'), LATER_TEXTS)).EventPanel }));

/** /: the events, for triage. */
export function EventsPage() {
  const { t } = useTexts();
  const staff = useSettings()?.is_staff ?? false;
  const navigate = useNavigate();
  const { filters, change: changeAddress, clear } = useEventFilters();
  const status = useChangeStatus();
  const { changeSimilar, busy, changedAt, question } = status;
  const assigning = useAssigning('list');
  const commenting = useCommenting();
  const changing = { changing: busy || assigning.busy, changedAt: Math.max(changedAt, assigning.assignedAt) };
  const list = useEventList(filters, changing);
  const events = list.shown?.results ?? NO_EVENTS;
  const listRows = useListRows(list.shown, staff);
  const { rows, selectable, rowOf, changeableOf } = listRows;
  const blacklist = useBlacklistEvent(events);
  const text = useTextEvent(events);
  const similar = useSimilarEvent(events);
  const mayChange = useCallback((event: EventRow) => event.owner_status || staff, [staff]);
  const search = addressQuery(writeFilters(filters).toString());
  const acting = useActing({ filters, events, total: list.total, rows: listRows }, { status, assigning, commenting });
  const { selection, everything, changeRow, assignRow } = acting;
  const change = useResetNotice(filters, selection.chosen.length, changeAddress);
  const [frame, filtersBox] = useFiltersFrame();
  const [compact, toggleDensity] = useStoredFlag('leakwatch.compact', true);
  const panel = useEventPanel();
  const focusPanel = useRef<() => void>(null);
  const { ref: bar, height: barHeight } = useElementSize();
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);

  const toPage = (event: EventRow) => void navigate(`/events/${event.id}${search}`);
  const openPanel = (event: EventRow) => {
    if (!panel.wide) return toPage(event);
    if (panel.shown === event.id) focusPanel.current?.();
    else panel.open(event.id);
  };
  const closePanel = () => {
    panel.close();
    // The keys may be ahead of the panel.
    document.getElementById(`event-${currentEvent?.id ?? panel.shown}`)?.focus({ preventScroll: true });
  };
  const changeFromPanel = useStable(changeRow);
  const assignFromPanel = useStable(assignRow);
  const changeSimilarFromPanel = useStable(changeSimilar);
  const { current: currentEvent, setCurrent } = useEventKeys({
    first: rowOf(panel.shown)?.event.id ?? panel.shown,
    events,
    onSelect: (id) => selectable.some((row) => row.id === id) && selection.toggle(id, false),
    onStatus: acting.changeStatus,
    onAssign: (event) => acting.assign(acting.chosenOr(event)),
    onAssignToMe: (event) => acting.assignToMe(acting.chosenOr(event)),
    onComment: (event) => acting.comment(acting.chosenOr(event)),
    onMove: (event) => panel.follow(event.id),
    onOpen: openPanel,
    onPage: toPage,
    onEscape: () => panel.shown !== null && closePanel(),
    onBlacklist: (event) => event.owner_status && blacklist.open(event),
    onText: text.open,
    onSimilar: similar.open,
    onDensity: toggleDensity,
    onFilters: frame.focus,
    onHelp: openHelp,
  });
  const closeOpen = useStable(closePanel);
  const onOpenRow = useStable((click: MouseEvent, event: Pick<EventRow, 'id'>) => {
    if (!panel.takes(click)) return;
    setCurrent(rowOf(event.id)?.event.id ?? event.id);
    panel.open(event.id);
  });
  const chosen = acting.chosenOr(currentEvent);
  useEventActions({
    events: chosen,
    count: acting.countOf(chosen),
    onStatus: (to) => acting.changeStatus(currentEvent, to),
    onAssign: () => acting.assign(chosen),
    onAssignToMe: () => acting.assignToMe(chosen),
    onComment: () => acting.comment(chosen),
  });

  // Neither is rendered again with every key that moves through the list.
  const later = useLater();
  const searchBox = useMemo(
    () => <Suspense>{later && <SearchBox filters={filters} onChange={change} />}</Suspense>,
    [later, filters, change],
  );
  const report = useMemo(() => <MakeReportButton filters={filters} />, [filters]);
  if (panel.elsewhere !== null) return <Navigate to={`/events/${panel.elsewhere}${search}`} replace />;
  return (
    <div className={classes['page']} data-sidebar={frame.shown && !frame.narrow}>
      <PageTitle title={t('events.title')} />
      <h1 className="lw-hidden">{t('events.title')}</h1>
      <Filters frame={frame} box={filtersBox} filters={filters} staff={staff} total={list.total} onChange={change} onClear={clear} />
      <div className={classes['list']}>
        <div className={`${classes['search']} lw-no-print`}>
          <div className={classes['search_box']}>{searchBox}</div>
          <CreateTaskLinks />
        </div>
        <ListBar
          box={bar}
          total={list.shown === undefined ? null : list.total}
          rows={list.rows}
          autoFiltered={filters.status === 'open' ? list.autoFiltered : 0}
          selected={selection.chosen.length}
          selectedHere={selection.onPage}
          isWhole={selection.isWhole}
          selectable={selectable.length}
          everything={everything !== null}
          busy={busy}
          loading={list.isFetching && list.shown !== undefined}
          sidebar={frame.shown}
          narrowedBy={narrowedBy(filters)}
          onSidebar={frame.toggle}
          onSelectAll={selection.setPage}
          onUnselect={acting.unselect}
          onStatus={(to) => void acting.changeChosen(to)}
          onEverything={acting.selectEverything}
          onAssign={() => acting.assign(selection.chosen)}
          onComment={() => acting.comment(selection.chosen)}
          onRefresh={list.refetch}
          onHelp={openHelp}
        >
          <RowsSelect rows={filters.rows} onChange={(wanted) => change({ rows: wanted })} />
          <SortSelect sort={filters.sort} onChange={(sort) => change({ sort })} />
          <DensityButton compact={compact} onToggle={toggleDensity} />
          {report}
        </ListBar>
        {/* How high the bar is, for what stays below it in view. */}
        <Box className={classes['body']} data-panel={panel.shown !== null} __vars={{ '--lw-bar': `${barHeight}px` }}>
          <div className={classes['results']}>
            <EventList
              list={list}
              rows={rows}
              filters={filters}
              search={search}
              compact={compact}
              current={currentEvent?.id ?? null}
              busy={busy}
              question={question?.event.id === panel.shown ? null : question}
              mayChange={(row) => changeableOf(row).length > 0}
              isSelected={selection.has}
              onSelect={selection.toggle}
              onOpen={onOpenRow}
              onChange={(event, to) => void changeRow(event, to)}
              onBlacklist={blacklist.open}
              onAssign={assignRow}
              onText={text.open}
              onSimilar={similar.open}
              onFilters={change}
              onClear={clear}
            />
          </div>
          {panel.shown !== null && (
            <Suspense fallback={<SkeletonRows rows={2} height={200} />}>
              <EventPanel
                id={panel.shown}
                row={events.find(({ id }) => id === panel.shown)}
                together={changeableOf(rowOf(panel.shown)).length}
                search={search}
                focus={focusPanel}
                busy={busy}
                question={question}
                mayChange={mayChange}
                onChange={changeFromPanel}
                onChangeSimilar={changeSimilarFromPanel}
                onAssign={assignFromPanel}
                onBlacklist={blacklist.open}
                onClose={closeOpen}
              />
            </Suspense>
          )}
        </Box>
      </div>
      {assigning.dialog}
      {commenting.dialog}
      <Suspense>
        {text.event !== undefined && <TextDialog event={text.event} onClose={text.close} />}
        {later && (
          <>
            <BlacklistDialog event={blacklist.event} onClose={blacklist.close} />
            {similar.event !== undefined && (
              <SimilarDialog
                event={similar.event}
                mayChange={mayChange}
                busy={busy}
                onChange={(event, to) => void changeSimilar(event, to)}
                onClose={similar.close}
              />
            )}
            <KeysHelp opened={help} onClose={closeHelp} />
          </>
        )}
      </Suspense>
    </div>
  );
}
