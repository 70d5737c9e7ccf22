import { Button, Menu } from '@mantine/core';
import { ColumnsIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';

interface ColumnsMenuProps {
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly hidden: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly onReset: () => void;
}

/** Which columns of a table are shown. */
export function ColumnsMenu({ columns, hidden, onToggle, onReset }: ColumnsMenuProps) {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<ColumnsIcon size={14} />}>
          {hidden.length === 0 ? t('common.columns.title') : t('common.columns.hidden', { number: hidden.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, name }) => (
          <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => onToggle(id)}>
            {name}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item closeMenuOnClick disabled={hidden.length === 0} onClick={onReset}>
          {t('common.columns.reset')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
