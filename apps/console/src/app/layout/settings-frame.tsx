import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { useSettings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { menuOf } from '../features.ts';
import { mayOpen } from '../route-roles.ts';
import classes from './settings-frame.module.css';

/** /settings: the side menu with the sections that the person may open, and the open section. */
export function SettingsFrame() {
  const { t } = useTranslation();
  const locale = useLocale();
  const roles = useSettings()?.roles;
  return (
    <div className={classes['frame']}>
      <PageTitle title={t('common.settings.title')} />
      <div>
        <Title order={1} mb="md">
          {t('common.settings.title')}
        </Title>
        <nav aria-label={t('common.settings.sections')} className={classes['menu']}>
          {menuOf('settings').map(
            ({ path, title }) =>
              path !== null &&
              mayOpen(path, roles) && (
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
