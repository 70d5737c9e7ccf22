import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { CheckIcon, DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { SCHEMES } from '../../shared/ui/scheme.ts';

const ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon };

/** Light, dark, or the same as the system. */
export function SchemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const Current = ICONS[colorScheme];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.scheme.label')} title={t('common.scheme.label')}>
          <Current />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map((scheme) => {
          const Picture = ICONS[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Picture />}
              rightSection={scheme === colorScheme ? <CheckIcon /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`common.scheme.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
