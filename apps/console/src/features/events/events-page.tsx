import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Button, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSettings } from '../../shared/api/settings.ts';
import { useStoredFlag } from '../../shared/lib/use-stored-flag.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { useAssigning } from './assign/use-assigning.tsx';
import { BlacklistDialog } from './blacklist/blacklist-dialog.tsx';
import { narrowedBy, writeFilters } from './filters/event-filters.ts';
import { useTextEvent } from './evidence/use-text-event.ts';
import { SimilarDialog } from './similar/similar-dialog.tsx';
import { useSimilarEvent } from './similar/use-similar-event.ts';
import { EventList } from './list/event-list.tsx';
import classes from './events-page.module.css';
import { SearchBox } from './filters/search-box.tsx';
import { FilterSidebar } from './filters/filter-sidebar.tsx';
import { KeysHelp } from './list/keys-help.tsx';
import { ListBar } from './list/list-bar.tsx';
import { useBlacklistEvent } from './blacklist/use-blacklist-event.ts';
import { SortSelect } from './list/sort-select.tsx';
import { MakeReportButton } from './list/make-report-button.tsx';
import { useChangeStatus } from './status/use-change-status.ts';
import { useEventActions } from './list/use-event-actions.ts';
import { useEventFilters } from './filters/use-event-filters.ts';
import { useEventKeys } from './list/use-event-keys.ts';
import { useEventList } from './list/use-event-list.ts';
import { useSelection } from './list/use-selection.ts';

/** Below this width the filters are a drawer. */
const NARROW = '(max-width: 900px)';
const NO_EVENTS: readonly EventRow[] = [];

/** Most visits read no text. */
const TextDialog = lazy(async () => ({ default: (await import('./evidence/text-dialog.tsx')).TextDialog }));

/** /: the events, for triage. */
export function EventsPage() {
  const { t } = useTranslation();
  const staff = useSettings()?.is_staff ?? false;
  const navigate = useNavigate();
  const { filters, change, clear } = useEventFilters();
  const { changeOne, changeSimilar, changeMany, busy, changedAt, question } = useChangeStatus();
  const [reading, setReading] = useState(false);
  const assigning = useAssigning();
  const changing = { busy: reading, changing: busy || assigning.busy, changedAt: Math.max(changedAt, assigning.assignedAt) };
  const list = useEventList(filters, changing);
  const events = list.shown?.results ?? NO_EVENTS;
  const blacklist = useBlacklistEvent(events);
  const text = useTextEvent(events);
  const similar = useSimilarEvent(events);
  const mayChange = useCallback((event: EventRow) => event.owner_status || staff, [staff]);
  const selectable = events.filter(mayChange).map((event) => event.id);
  const scope = writeFilters(filters).toString();
  const selection = useSelection(selectable, scope);
  // Selecting all that match belongs to the filters and to a page that is selected as a whole.
  const [everythingOf, setEverythingOf] = useState<string | null>(null);
  const everything =
    everythingOf === scope && selection.chosen.length > 0 && selection.chosen.length === selectable.length ? filters : null;
  const chosenEvents = events.filter((event) => selection.chosen.includes(event.id));
  const [sidebar, toggleSidebar] = useStoredFlag('leakwatch.sidebar', true);
  // In a drawer the filters do not push the list below the first screen.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure(false);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const sidebarRef = useRef<HTMLDivElement>(null);

  const changeChosen = async (status: TriageStatus) => {
    const ok = await changeMany(selection.chosen, status, everything);
    if (!ok) return;
    selection.set([]);
    setEverythingOf(null);
  };
  const changeStatus = (event: EventRow | undefined, status: TriageStatus) => {
    if (busy) return;
    if (selection.chosen.length > 0) void changeChosen(status);
    else if (event !== undefined && mayChange(event) && event.status !== status) void changeOne(event, status);
  };
  /** The selected events, or the current one where none is selected. */
  const toAssign = (event: EventRow | undefined) =>
    chosenEvents.length > 0 ? chosenEvents : event !== undefined && mayChange(event) ? [event] : [];
  const openAssign = (of: readonly EventRow[]) => assigning.open(of, everything, everything === null ? of.length : list.total);
  const current = useEventKeys({
    events,
    onSelect: (id) => selectable.includes(id) && selection.toggle(id, false),
    onStatus: changeStatus,
    onAssign: (event) => openAssign(toAssign(event)),
    onAssignToMe: (event) => assigning.toMe(toAssign(event), everything),
    onOpen: (event) => void navigate(`/events/${event.id}?${writeFilters(filters).toString()}`),
    onBlacklist: (event) => event.owner_status && blacklist.open(event),
    onText: text.open,
    onSimilar: similar.open,
    onFilters: () => {
      if (narrow) return openDrawer();
      if (!sidebar) toggleSidebar();
      // The sidebar may be rendered only after this.
      requestAnimationFrame(() => sidebarRef.current?.querySelector('input')?.focus());
    },
    onHelp: openHelp,
  });
  const currentEvent = events.find(({ id }) => id === current);
  const acting = toAssign(currentEvent);
  useEventActions({
    events: acting,
    count: everything === null ? acting.length : list.total,
    onStatus: (status) => changeStatus(currentEvent, status),
    onAssignToMe: () => assigning.toMe(acting, everything),
  });
  const filterSidebar = <FilterSidebar filters={filters} staff={staff} onChange={change} onClear={clear} />;
  const opened = [blacklist.event, text.event, similar.event].some((event) => event !== undefined);
  const isReading = current !== null || selection.chosen.length > 0 || help || opened || assigning.isOpen || question !== null;
  if (isReading !== reading) setReading(isReading);

  return (
    <div className={classes['page']} data-sidebar={sidebar && !narrow}>
      <PageTitle title={t('events.title')} />
      <h1 className="lw-hidden">{t('events.title')}</h1>
      {narrow ? (
        <Drawer opened={drawer} onClose={closeDrawer} withCloseButton={false} size="sm">
          <Drawer.Title fw={600} fz="md" mb="md">
            {t('events.filters.title')}
          </Drawer.Title>
          {filterSidebar}
          <Button fullWidth mt="lg" onClick={closeDrawer}>
            {t('events.filters.show_events', { count: list.total })}
          </Button>
        </Drawer>
      ) : (
        sidebar && (
          <div ref={sidebarRef} role="search" aria-label={t('events.filters.title')} className={`${classes['sidebar']} lw-no-print`}>
            {filterSidebar}
          </div>
        )
      )}
      <div className={classes['list']}>
        <div className={`${classes['search']} lw-no-print`}>
          <SearchBox filters={filters} onChange={change} />
          <Button component={Link} to="/task/create" variant="default">
            {t('events.create_task')}
          </Button>
          <Button component={Link} to="/deep_task/create" variant="default">
            {t('events.create_deep_task')}
          </Button>
        </div>
        <ListBar
          total={list.shown === undefined ? null : list.total}
          autoFiltered={filters.status === 'open' ? list.autoFiltered : 0}
          selected={selection.chosen.length}
          selectable={selectable.length}
          everything={everything !== null}
          busy={busy}
          loading={list.isFetching && list.shown !== undefined}
          sidebar={narrow ? drawer : sidebar}
          narrowedBy={narrowedBy(filters)}
          onSidebar={narrow ? openDrawer : toggleSidebar}
          onSelectAll={(all) => selection.set(all ? selectable : [])}
          onStatus={(status) => void changeChosen(status)}
          onEverything={() => setEverythingOf(scope)}
          onAssign={() => openAssign(chosenEvents)}
          onRefresh={list.refetch}
          onHelp={openHelp}
        >
          <SortSelect sort={filters.sort} onChange={(sort) => change({ sort })} />
          <MakeReportButton filters={filters} />
        </ListBar>
        <EventList
          list={list}
          filters={filters}
          current={current}
          busy={busy}
          question={question}
          mayChange={mayChange}
          isSelected={selection.has}
          onSelect={selection.toggle}
          onChange={changeOne}
          onBlacklist={blacklist.open}
          onAssign={assigning.openOne}
          onText={text.open}
          onSimilar={similar.open}
          onFilters={change}
          onClear={clear}
        />
      </div>
      {assigning.dialog}
      <BlacklistDialog event={blacklist.event} onClose={blacklist.close} />
      <Suspense>{text.event !== undefined && <TextDialog event={text.event} onClose={text.close} />}</Suspense>
      <SimilarDialog
        event={similar.event}
        mayChange={mayChange}
        busy={busy}
        onChange={(event, status) => void changeSimilar(event, status)}
        onClose={similar.close}
      />
      <KeysHelp opened={help} onClose={closeHelp} />
    </div>
  );
}
