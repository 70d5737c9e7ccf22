import { Button } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useSettings } from '../../../shared/api/settings.ts';
import { useListTaskOptionsQuery } from '../../../shared/api/options.ts';
import { useListReportsQuery } from '../../../shared/api/reports.ts';
import { EmptyBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { toProblem } from '../../../shared/api/problem.ts';
import { useGetEventQuery, useListEventsQuery, useTasksWithoutEventsQuery } from '../api.ts';
import { DEFAULT_STATUS, type EventFilters, type FilterChange, narrowedBy, readFilters, toQuery } from '../filters/event-filters.ts';
import { NEWEST_REPORT } from './newest-report.ts';
import { whyNoEvents } from './why-no-events.ts';

const ANY_EVENT = { ...toQuery(readFilters(new URLSearchParams({ status: 'all' }))), limit: 1 };

/** Enough to find the reason; the list of tasks shows every task. */
const SOME_TASKS = { limit: 100, offset: 0 };

/** There was never an event: says what of the tasks is the reason, and leads to where that is mended. */
function NothingFound() {
  const { t } = useTexts();
  const { data: tasks, isError } = useTasksWithoutEventsQuery(SOME_TASKS, { refetchOnMountOrArgChange: true });
  const { data: reports, isError: isUnknown } = useListReportsQuery(NEWEST_REPORT);
  if ((tasks === undefined && !isError) || (reports === undefined && !isUnknown)) return <SkeletonRows rows={2} height={60} />;
  const why = tasks === undefined ? 'found_nothing' : whyNoEvents(tasks.results, reports?.allowed ?? true);
  return (
    <EmptyBlock title={t('events.empty')} hint={t(`events.empty_hint.${why}`)}>
      {why === 'no_tasks' ? (
        <Button component={Link} to="/git_monitoring/create">
          {t('events.empty_action')}
        </Button>
      ) : (
        <Button component={Link} to={why === 'not_allowed' ? '/profile' : '/tasks'}>
          {t(why === 'not_allowed' ? 'events.empty_to_tariff' : 'events.empty_to_tasks')}
        </Button>
      )}
    </EmptyBlock>
  );
}

/** Whether the filters name a task that the person has not: it was deleted, or the link is another organisation's. */
function useUnknownTask({ task, org }: EventFilters): boolean {
  const { data } = useListTaskOptionsQuery({ org: org ?? undefined }, { skip: task === null });
  return task !== null && data !== undefined && !data.some(({ id }) => id === task);
}

/** What is known of the event that the filters name, by its id or as the one to be similar to. */
function useNamedEvent({ similarTo, search }: EventFilters): 'none' | 'loading' | 'missing' | 'there' {
  const id = similarTo ?? (search?.in === 'id' ? search.text : null);
  const { isLoading, error } = useGetEventQuery(id ?? '', { skip: id === null, refetchOnMountOrArgChange: true });
  if (id === null) return 'none';
  if (isLoading) return 'loading';
  return error !== undefined && toProblem(error).status === 404 ? 'missing' : 'there';
}

interface NoEventsProps {
  readonly filters: EventFilters;
  readonly total: number;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** Explains an empty list: past its end, nothing matches, all triaged, or nothing found yet, where tasks may still search or fail. */
export function NoEvents({ filters, total, onChange, onClear }: NoEventsProps) {
  const { t } = useTexts();
  const settings = useSettings();
  const filtered = narrowedBy(filters) > 0 || filters.status !== DEFAULT_STATUS;
  const isTaskUnknown = useUnknownTask(filters);
  const named = useNamedEvent(filters);
  const { data: any } = useListEventsQuery(ANY_EVENT, { skip: narrowedBy(filters) > 0 || total > 0 });
  if (total > 0)
    return (
      <EmptyBlock title={t('events.past_end')}>
        <Button variant="default" onClick={() => onChange({ page: 1 })}>
          {t('events.first_page')}
        </Button>
      </EmptyBlock>
    );
  if (named === 'loading') return <SkeletonRows rows={2} height={60} />;
  if (named === 'missing')
    return (
      <EmptyBlock title={t('eventPage.unknown')} hint={t('eventPage.unknown_hint')}>
        <Button component={Link} to="/" variant="default">
          {t('eventPage.back')}
        </Button>
      </EmptyBlock>
    );
  if (any?.count === 0 && settings?.is_staff === true && settings.organisation === null)
    return (
      <EmptyBlock title={t('events.empty')}>
        <Button component={Link} to="/settings/first-steps">
          {t('events.empty_staff')}
        </Button>
      </EmptyBlock>
    );
  if (any?.count === 0) return <NothingFound />;
  if (filtered)
    return (
      <EmptyBlock
        title={t(isTaskUnknown ? 'events.task_unknown' : 'events.nothing_matches')}
        hint={isTaskUnknown ? t('events.task_unknown_hint') : undefined}
      >
        <Button variant="default" onClick={onClear}>
          {t('events.filters.clear')}
        </Button>
      </EmptyBlock>
    );
  return (
    <EmptyBlock title={t('events.none_left')} hint={t('events.none_left_hint')}>
      <Button variant="default" onClick={() => onChange({ status: 'all' })}>
        {t('events.show_all')}
      </Button>
    </EmptyBlock>
  );
}
