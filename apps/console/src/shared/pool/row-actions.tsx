import { ActionIcon, Group, Menu } from '@mantine/core';
import {
  BlockedIcon,
  CheckIcon,
  type Icon,
  KebabHorizontalIcon,
  PencilIcon,
  SyncIcon,
  TrashIcon,
  UnlinkIcon,
} from '@primer/octicons-react';
import type { ServiceAccountAction } from '@leakwatch/vocabulary';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

export type RowAction = ServiceAccountAction | 'delete';

const ICONS: Readonly<Record<RowAction, Icon>> = {
  reset: SyncIcon,
  block: BlockedIcon,
  unblock: CheckIcon,
  unlink: UnlinkIcon,
  delete: TrashIcon,
};

function ActionItem({ action, onClick }: { action: RowAction; onClick: () => void }) {
  const { t } = useTexts();
  const Picture = ICONS[action];
  return (
    <Menu.Item leftSection={<Picture size={14} />} onClick={onClick}>
      {t(`pool.action.${action}`)}
    </Menu.Item>
  );
}

interface RowActionsProps<A extends RowAction> {
  /** Of the account or proxy, for screen readers. */
  readonly name: string;
  readonly actions: readonly A[];
  readonly onEdit: () => void;
  readonly onAct: (action: A) => void;
  /** Further entries of the menu, first in it. */
  readonly children?: ReactNode;
}

/** Edit, and a menu with what the row's state allows. */
export function RowActions<A extends RowAction>({ name, actions, onEdit, onAct, children }: RowActionsProps<A>) {
  const { t } = useTexts();
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon variant="default" size={30} aria-label={t('pool.edit_named', { name })} title={t('pool.edit')} onClick={onEdit}>
        <PencilIcon size={16} />
      </ActionIcon>
      {/* The table would cut the menu off; in the page it stays within a landmark. */}
      <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('pool.actions_named', { name })} title={t('pool.actions')}>
            <KebabHorizontalIcon size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {actions.map((action) => (
            <ActionItem key={action} action={action} onClick={() => onAct(action)} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
