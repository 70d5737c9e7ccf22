import { ActionIcon } from '@mantine/core';
import { BellIcon, LogIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Settings } from '../../shared/api/settings.ts';
import { capCount } from '../../shared/lib/paging.ts';
import classes from './top-bar.module.css';

const currentAt = (pathname: string, path: string) => (pathname.startsWith(path) ? 'page' : undefined);

/** The logs, and the bell with how many notifications are open. */
export function BarIcons({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const count = settings.counts.notifications;
  const shown = capCount(count);
  const capped = count > 999 ? ` (${t('common.nav.capped')})` : '';
  const bell = count === 0 ? t('common.nav.notifications') : t('common.nav.badge_notifications', { count, shown }) + capped;
  return (
    <>
      <ActionIcon
        component={Link}
        to="/logs/"
        aria-label={t('common.nav.logs')}
        title={t('common.nav.logs')}
        aria-current={currentAt(pathname, '/logs')}
      >
        <LogIcon />
      </ActionIcon>
      <ActionIcon
        component={Link}
        to="/notifications/"
        aria-label={bell}
        title={bell}
        aria-current={currentAt(pathname, '/notifications')}
        className={classes['bell'] ?? ''}
      >
        <BellIcon />
        {count > 0 && (
          <span className={classes['bell_count']} aria-hidden="true">
            {shown}
          </span>
        )}
      </ActionIcon>
    </>
  );
}
