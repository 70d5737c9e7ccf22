import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { LateMenu } from '../../shared/later/late-menu.tsx';
import { LateSchemeMenu } from './late-frame.ts';

export const SCHEME_ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon };

/** The appearance, and the menu that changes it. */
export function SchemeButton() {
  const { t } = useTranslation();
  const { colorScheme } = useMantineColorScheme({ keepTransitions: true });
  const Current = SCHEME_ICONS[colorScheme];
  const button = (
    <ActionIcon aria-label={t('common.scheme.label')} title={t('common.scheme.label')}>
      <Current />
    </ActionIcon>
  );
  return <LateMenu menu={LateSchemeMenu} target={button} of={{}} />;
}
