import { Title, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { useSettings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { menuOf } from '../features.ts';
import { mayOpen } from '../route-roles.ts';
import classes from './settings-frame.module.css';

const MENU_ID = 'settings-menu';

/**
 * /settings: the side menu with the sections that the person may open, and the open section. On a narrow window the menu is
 * behind a button with the name of the open section: staff have more sections than a phone has lines.
 */
export function SettingsFrame() {
  const { t } = useTexts();
  const locale = useLocale();
  const settings = useSettings();
  const { pathname } = useLocation();
  // The path at which the menu was opened: another path closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const opened = openedAt === pathname;
  const entries = menuOf('settings').filter(({ path }) => path !== null && mayOpen(path, settings));
  const current = entries.find(({ path }) => path === pathname);
  return (
    <div className={classes['frame']}>
      <PageTitle title={t('common.settings.title')} />
      <div>
        <Title order={1} mb="md">
          {t('common.settings.title')}
        </Title>
        <UnstyledButton
          className={classes['opener']}
          aria-expanded={opened}
          aria-controls={MENU_ID}
          onClick={() => setOpenedAt(opened ? null : pathname)}
        >
          {current?.title[locale] ?? t('common.settings.sections')}
          {opened ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </UnstyledButton>
        <nav id={MENU_ID} aria-label={t('common.settings.sections')} className={classes['menu']} data-opened={opened || undefined}>
          {entries.map(
            ({ path, title }) =>
              path !== null && (
                <NavLink key={path} to={path} end>
                  {title[locale]}
                </NavLink>
              ),
          )}
        </nav>
      </div>
      <div className={classes['section']}>
        <Outlet />
      </div>
    </div>
  );
}
