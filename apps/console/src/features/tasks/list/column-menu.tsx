import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { ColumnsIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Column, OPTIONAL_COLUMNS } from './use-columns.ts';

interface Props {
  readonly shown: readonly Column[];
  readonly trusted: boolean;
  readonly onToggle: (column: Column) => void;
}

/** Lets the person show and hide columns; this browser remembers the choice. */
export function ColumnMenu({ shown, trusted, onToggle }: Props) {
  const { t } = useTexts();
  return (
    <Popover position="bottom-end" trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<ColumnsIcon size={14} />}>
          {t('tasks.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('tasks.columns')}>
        <Stack gap="sm">
          {OPTIONAL_COLUMNS.filter((column) => column !== 'confirmed' || !trusted).map((column) => (
            <Checkbox key={column} label={t(`tasks.column.${column}`)} checked={shown.includes(column)} onChange={() => onToggle(column)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
