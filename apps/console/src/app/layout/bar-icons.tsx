import { ActionIcon } from '@mantine/core';
import { BellIcon, LogIcon } from '@primer/octicons-react';
import { Link, useLocation } from 'react-router-dom';
import type { Settings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import type { MenuEntry } from '../../shared/lib/feature.ts';
import { menuOf } from '../features.ts';
import { useBadgeTexts } from './badge-texts.ts';
import classes from './top-bar.module.css';

const ICONS = { bell: BellIcon, log: LogIcon };

function BarIcon({ entry: { path, title, badge, icon = 'log' }, settings }: { entry: MenuEntry; settings: Settings }) {
  const locale = useLocale();
  const badgeTexts = useBadgeTexts();
  const { pathname } = useLocation();
  if (path === null) return null;
  const count = badge === undefined ? 0 : settings.counts[badge];
  const texts = badge === undefined || count === 0 ? null : badgeTexts(badge, count);
  const label = texts?.spoken ?? title[locale];
  const Icon = ICONS[icon];
  return (
    <ActionIcon
      component={Link}
      to={path}
      aria-label={label}
      title={label}
      aria-current={`${pathname}/`.startsWith(path) ? 'page' : undefined}
      className={classes['icon'] ?? ''}
    >
      <Icon />
      {texts !== null && (
        <span className={classes['icon_count']} aria-hidden="true">
          {texts.shown}
        </span>
      )}
    </ActionIcon>
  );
}

/** The icons of the top bar: the activity history, and the bell with the number of open notifications. */
export function BarIcons({ settings }: { settings: Settings }) {
  return menuOf('icons').map((entry) => <BarIcon key={entry.path} entry={entry} settings={settings} />);
}
