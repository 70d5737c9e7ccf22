import { Menu } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import type { Settings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import type { MenuOf } from '../../shared/later/late-menu.tsx';
import type { MenuEntry } from '../../shared/lib/feature.ts';
import { NavBadge } from './nav-badge.tsx';

interface SectionsMenuProps extends MenuOf {
  readonly sections: readonly MenuEntry[];
  readonly settings: Settings;
  readonly onPalette: () => void;
}

/** The sections in a menu, where the bar has no room for their names. */
export function SectionsMenu({ target, defaultOpened, sections, settings, onPalette }: SectionsMenuProps) {
  const { t } = useTexts();
  const locale = useLocale();
  return (
    <Menu defaultOpened={defaultOpened} position="bottom-start" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {sections.map(({ path, title, badge }) => (
          <Menu.Item
            key={path}
            component={Link}
            to={path ?? '/'}
            rightSection={badge === undefined ? null : <NavBadge badge={badge} settings={settings} />}
          >
            {title[locale]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<SearchIcon />} onClick={onPalette}>
          {t('common.palette')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
