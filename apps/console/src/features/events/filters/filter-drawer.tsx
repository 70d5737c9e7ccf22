import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';

interface FilterDrawerProps {
  readonly opened: boolean;
  /** How many events the filters match. */
  readonly total: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The filters over the list, in a narrow window. */
export function FilterDrawer({ opened, total, onClose, children }: FilterDrawerProps) {
  const { t } = useTexts();
  return (
    <Drawer opened={opened} onClose={onClose} withCloseButton={false} size="sm">
      <Drawer.Title fw={600} fz="md" mb="md">
        {t('events.filters.title')}
      </Drawer.Title>
      {children}
      <Button fullWidth mt="lg" onClick={onClose}>
        {t('events.filters.show_events', { count: total })}
      </Button>
    </Drawer>
  );
}
