import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { AccountLanguage } from '../../features/access/account-language.tsx';
import type { Settings } from '../../shared/api/settings.ts';
import { capCount } from '../../shared/lib/paging.ts';
import { BarIcons } from './bar-icons.tsx';
import { isCurrent, NAV_ITEMS, type NavItem } from './nav-items.ts';
import { SchemeMenu } from './scheme-menu.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

function Badge({ item, settings }: { item: Exclude<NavItem, { badge: null }>; settings: Settings }) {
  const { t } = useTranslation();
  const count = item.badge(settings);
  const shown = capCount(count);
  const capped = count > 999 ? ` (${t('common.nav.capped')})` : '';
  const spoken = t(`common.nav.badge_${item.key}`, { count, shown }) + capped;
  if (count === 0) return null;
  return (
    <span className={classes['badge']} title={spoken}>
      <span aria-hidden="true">{shown}</span>
      <span className="lw-hidden">{spoken}</span>
    </span>
  );
}

function NavLink({ item, settings }: { item: NavItem; settings: Settings }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Link to={item.path} className={classes['link']} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
      {t(`common.nav.${item.key}`)}
      {item.badge !== null && <Badge item={item} settings={settings} />}
    </Link>
  );
}

/** Sections with their badges on the left, what concerns the person on the right. */
export function TopBar({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <header className={`${classes['bar']} lw-no-print`}>
      <Link to="/" className={classes['brand']}>
        <img src="/favicon.svg" width={22} height={22} alt="" />
        <span className={classes['name']}>{t('common.product')}</span>
      </Link>
      <nav aria-label={t('common.nav.label')} className={classes['nav']}>
        {NAV_ITEMS.map((item) => (
          <NavLink key={item.key} item={item} settings={settings} />
        ))}
      </nav>
      <Group gap="sm" wrap="nowrap">
        <BarIcons settings={settings} />
        <AccountLanguage />
        <SchemeMenu />
        <UserMenu settings={settings} />
      </Group>
    </header>
  );
}
