import { ActionIcon } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { PALETTE_KEYS } from '../../shared/lib/shortcuts.ts';

/** Opens the command palette; names its keys. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTexts();
  const label = `${t('common.palette')} (${PALETTE_KEYS})`;
  return (
    <ActionIcon aria-label={label} title={label} onClick={onOpen}>
      <SearchIcon />
    </ActionIcon>
  );
}
