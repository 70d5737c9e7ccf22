import { ActionIcon } from '@mantine/core';
import { RowsIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';

/** Switches between compact and full rows; named by what a click shows. */
export function DensityButton({ compact, onToggle }: { compact: boolean; onToggle: () => void }) {
  const { t } = useTexts();
  const label = t(compact ? 'events.density.full' : 'events.density.compact');
  return (
    <ActionIcon aria-label={label} title={label} onClick={onToggle}>
      {compact ? <RowsIcon /> : <ThreeBarsIcon />}
    </ActionIcon>
  );
}
