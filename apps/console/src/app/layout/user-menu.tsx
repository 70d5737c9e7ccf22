import { Button, Menu, Text } from '@mantine/core';
import { PersonIcon, SignOutIcon, TriangleDownIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Settings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { menuOf } from '../features.ts';
import classes from './top-bar.module.css';
import { RecentMessages } from './recent-messages.tsx';

/** The person, their organisation, links to their pages, and sign-out. */
export function UserMenu({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const [showsMessages, setShowsMessages] = useState(false);
  const { username, organisation, is_staff: staff } = settings;
  return (
    <>
      <RecentMessages opened={showsMessages} onClose={() => setShowsMessages(false)} />
      <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<PersonIcon />}
            rightSection={<TriangleDownIcon />}
            className={classes['user']}
            aria-label={t('common.user.menu', { name: username })}
          >
            <Text span truncate maw={140} inherit className={classes['user_name']}>
              {username}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '6px 12px' }}>
            <Text fw={600} className="lw-break">
              {username}
            </Text>
            <Text c="dimmed" className="lw-break">
              {organisation?.name ?? t('common.user.no_organisation')}
            </Text>
            {staff && <Text c="dimmed">{t('common.user.staff')}</Text>}
          </div>
          <Menu.Divider />
          {menuOf('user').map(({ order, path, title }) => (
            <Menu.Item key={order} disabled={path === null} onClick={() => path !== null && void navigate(path)}>
              {title[locale]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setShowsMessages(true)}>{t('common.messages.title')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<SignOutIcon />} onClick={() => void navigate('/logout')}>
            {t('common.user.sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
