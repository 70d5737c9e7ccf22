import { Button } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';

/** Reads a list again. */
export function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTexts();
  return (
    <Button variant="default" leftSection={<SyncIcon size={14} />} onClick={onRefresh}>
      {t('pool.refresh')}
    </Button>
  );
}
