import { Button, Group, Text } from '@mantine/core';
import { PulseIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

interface ListBarProps {
  /** How many there are on all pages. */
  readonly total: string;
  /** Ids of the page that can be checked. */
  readonly ids: readonly string[];
  readonly onCheck: (ids: readonly string[]) => void;
  /** Further actions for the list. */
  readonly children?: ReactNode;
}

/** How many there are, and a check of all that the page shows. */
export function ListBar({ total, ids, onCheck, children }: ListBarProps) {
  const { t } = useTexts();
  return (
    <Group justify="space-between" gap="xs">
      <Text c="dimmed" role="status">
        {total}
      </Text>
      <Group gap={8}>
        {children}
        {ids.length > 0 && (
          <Button variant="default" size="xs" leftSection={<PulseIcon size={14} />} onClick={() => onCheck(ids)}>
            {t('pool.check.all')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
