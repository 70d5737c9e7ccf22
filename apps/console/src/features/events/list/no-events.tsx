import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSettings } from '../../../shared/api/settings.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { useListEventsQuery } from '../api.ts';
import { DEFAULT_STATUS, type EventFilters, type FilterChange, narrowedBy, readFilters, toQuery } from '../filters/event-filters.ts';

const ANY_EVENT = { ...toQuery(readFilters(new URLSearchParams({ status: 'all' }))), limit: 1 };

interface NoEventsProps {
  readonly filters: EventFilters;
  readonly total: number;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** Explains an empty list: past its end, nothing matches, all triaged, or nothing found yet, where tasks may still search or fail. */
export function NoEvents({ filters, total, onChange, onClear }: NoEventsProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  const filtered = narrowedBy(filters) > 0 || filters.status !== DEFAULT_STATUS;
  const { data: any } = useListEventsQuery(ANY_EVENT, { skip: narrowedBy(filters) > 0 || total > 0 });
  if (total > 0)
    return (
      <EmptyBlock title={t('events.past_end')}>
        <Button variant="default" onClick={() => onChange({ page: 1 })}>
          {t('events.first_page')}
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
  if (any?.count === 0 && (settings?.counts.tasks ?? 0) > 0)
    return (
      <EmptyBlock title={t('events.empty')} hint={t('events.empty_with_tasks')}>
        <Button component={Link} to="/tasks">
          {t('events.empty_to_tasks')}
        </Button>
      </EmptyBlock>
    );
  if (any?.count === 0)
    return (
      <EmptyBlock title={t('events.empty')} hint={t('events.empty_hint')}>
        <Button component={Link} to="/git_monitoring/create">
          {t('events.empty_action')}
        </Button>
      </EmptyBlock>
    );
  if (filtered)
    return (
      <EmptyBlock title={t('events.nothing_matches')}>
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
