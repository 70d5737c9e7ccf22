import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { useSettings } from '../../shared/api/settings.ts';
import { mayOpen } from '../../shared/lib/route-roles.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { SETTINGS_ROOMS } from './rooms.ts';
import classes from './settings.module.css';

/** /settings: a side menu of rooms, and the room that is open. */
export function SettingsFrame() {
  const { t } = useTranslation();
  const roles = useSettings()?.roles;
  const rooms = SETTINGS_ROOMS.filter(({ path }) => mayOpen(path, roles));
  return (
    <div className={classes['frame']}>
      <PageTitle title={t('settings.title')} />
      <div>
        <Title order={1} mb="md">
          {t('settings.title')}
        </Title>
        <nav aria-label={t('settings.rooms')} className={classes['rooms']}>
          {rooms.map((room) => (
            <NavLink key={room.key} to={room.path} end>
              {t(`settings.room.${room.key}`)}
            </NavLink>
          ))}
        </nav>
      </div>
      <div className={classes['room']}>
        <Outlet />
      </div>
    </div>
  );
}
