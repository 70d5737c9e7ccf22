import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { LateMenu } from '../../shared/later/late-menu.tsx';
import { LateSchemeMenu } from './late-frame.ts';
import { SCHEME_ICONS } from './scheme-icons.ts';

/** The appearance, and the menu that changes it. */
export function SchemeButton() {
  const { t } = useTexts();
  const { colorScheme } = useMantineColorScheme({ keepTransitions: true });
  const Current = SCHEME_ICONS[colorScheme];
  const button = (
    <ActionIcon aria-label={t('common.scheme.label')} title={t('common.scheme.label')}>
      <Current />
    </ActionIcon>
  );
  return <LateMenu menu={LateSchemeMenu} target={button} of={{}} />;
}
