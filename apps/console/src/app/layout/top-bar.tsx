import { ActionIcon, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ThreeBarsIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link, useLocation } from 'react-router-dom';
import { AccountLanguage } from '../../features/access/account-language.tsx';
import type { Settings } from '../../shared/api/settings.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import type { MenuEntry } from '../../shared/lib/feature.ts';
import { LateMenu } from '../../shared/later/late-menu.tsx';
import { LogoImage } from '../../shared/ui/logo-image.tsx';
import { menuOf } from '../features.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { usePalette } from '../palette/use-palette.tsx';
import { mayOpen } from '../route-roles.ts';
import { BarIcons } from './bar-icons.tsx';
import { LateSectionsMenu } from './late-frame.ts';
import { NavBadge } from './nav-badge.tsx';
import { SchemeButton } from './scheme-button.tsx';
import classes from './top-bar.module.css';
import { UserButton } from './user-button.tsx';

/** Below this width the names of the sections, the icons and the user menu do not fit into one line. */
const NARROW = '(max-width: 940px)';

function NavLink({ entry: { path, title, badge, covers = [] }, settings }: { entry: MenuEntry; settings: Settings }) {
  const locale = useLocale();
  const { pathname } = useLocation();
  if (path === null) return null;
  const isCurrent = pathname === path || covers.some((prefix) => pathname.startsWith(prefix));
  return (
    <Link to={path} className={classes['link']} aria-current={isCurrent ? 'page' : undefined}>
      {title[locale]}
      {badge !== undefined && <NavBadge badge={badge} settings={settings} />}
    </Link>
  );
}

/** Sections with their badges on the left; icons, appearance and the user menu on the right. */
export function TopBar({ settings }: { settings: Settings }) {
  const { t } = useTexts();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { palette, open } = usePalette();
  const sections = menuOf('bar').filter(({ path }) => path !== null && mayOpen(path, settings));
  const sectionsButton = (
    <ActionIcon aria-label={t('common.nav.label')} title={t('common.nav.label')}>
      <ThreeBarsIcon />
    </ActionIcon>
  );
  return (
    <header className={`${classes['bar']} lw-no-print`}>
      <Link to="/" className={classes['brand']}>
        <img src="/favicon.svg" width={22} height={22} alt="" />
        <span className={classes['name']}>{t('common.product')}</span>
      </Link>
      {settings.organisation !== null && (
        <LogoImage logo={settings.organisation.logo} height={narrow ? 18 : 24} ratio={narrow ? 2 : 4} alt={settings.organisation.name} />
      )}
      {narrow ? (
        <nav aria-label={t('common.nav.label')}>
          <LateMenu menu={LateSectionsMenu} target={sectionsButton} of={{ sections, settings, onPalette: open }} />
        </nav>
      ) : (
        <nav aria-label={t('common.nav.label')} className={classes['nav']}>
          {sections.map((entry) => (
            <NavLink key={entry.path} entry={entry} settings={settings} />
          ))}
        </nav>
      )}
      <Group gap={narrow ? 4 : 'sm'} wrap="nowrap" ml="auto">
        {!narrow && <PaletteButton onOpen={open} />}
        <BarIcons settings={settings} />
        <AccountLanguage />
        <SchemeButton />
        <UserButton settings={settings} />
      </Group>
      {palette}
    </header>
  );
}
