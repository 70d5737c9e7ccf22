import { Menu, useMantineColorScheme } from '@mantine/core';
import { CheckIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import type { MenuOf } from '../../shared/later/late-menu.tsx';
import { SCHEMES } from '../../shared/ui/scheme.ts';
import { SCHEME_ICONS } from './scheme-icons.ts';

/** Light, dark, or the same as the system. */
export function SchemeMenu({ target, defaultOpened }: MenuOf) {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu defaultOpened={defaultOpened} position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map((scheme) => {
          const Picture = SCHEME_ICONS[scheme];
          return (
            <Menu.Item
              key={scheme}
              aria-current={scheme === colorScheme}
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
