import { Button } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';

/** Reads a list again. */
export function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" leftSection={<SyncIcon size={14} />} onClick={onRefresh}>
      {t('pool.refresh')}
    </Button>
  );
}
