import { Button } from '@mantine/core';
import { ArrowUpIcon, SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from '../events-page.module.css';
import type { useEventList } from './use-event-list.ts';

/** What has come or changed since the list was loaded. It stands between the bar and the rows: none moves when it appears, and it hides none. */
export function ListNews({ list }: { list: ReturnType<typeof useEventList> }) {
  const { t } = useTexts();
  return (
    <div className={`${classes['news']} lw-no-print`} role="status">
      {list.fresh > 0 && (
        <Button variant="default" size="compact-md" leftSection={<ArrowUpIcon />} onClick={list.showFresh}>
          {t('events.new', { count: list.fresh })}
        </Button>
      )}
      {list.fresh === 0 && list.gone > 0 && (
        <Button variant="default" size="compact-md" leftSection={<SyncIcon />} onClick={list.showChanges}>
          {t('events.changed_by_others', { count: list.gone })}
        </Button>
      )}
    </div>
  );
}
