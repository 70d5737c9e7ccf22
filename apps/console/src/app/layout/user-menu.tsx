import { Menu, Text } from '@mantine/core';
import { SignOutIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useNavigate } from 'react-router-dom';
import type { Settings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import type { MenuOf } from '../../shared/later/late-menu.tsx';
import { menuOf } from '../features.ts';
import { RecentMessages } from './recent-messages.tsx';

/** The person, their organisation, links to their pages, and sign-out. */
export function UserMenu({ target, defaultOpened, settings }: MenuOf & { settings: Settings }) {
  const { t } = useTexts();
  const locale = useLocale();
  const navigate = useNavigate();
  const [showsMessages, setShowsMessages] = useState(false);
  const { username, organisation, is_staff: staff } = settings;
  return (
    <>
      <RecentMessages opened={showsMessages} onClose={() => setShowsMessages(false)} />
      <Menu defaultOpened={defaultOpened} position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>{target}</Menu.Target>
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
