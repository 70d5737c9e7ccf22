import type { StaffAccount } from '@leakwatch/contracts';
import { ActionIcon, Group, Stack, Table, Text } from '@mantine/core';
import { CheckCircleIcon, CircleSlashIcon, PencilIcon, ShieldCheckIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useSettings } from '../../shared/api/settings.ts';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { DayText } from '../../shared/ui/time-text.tsx';

const fullName = ({ first_name, last_name }: StaffAccount): string => `${first_name} ${last_name}`.trim();

function States({ account: { is_active, is_staff, has_2fa } }: { account: StaffAccount }) {
  const { t } = useTexts();
  return (
    <Stack gap={4} align="flex-start">
      {is_active ? (
        <Tag tone="fixed" icon={<CheckCircleIcon size={12} />}>
          {t('accounts.active')}
        </Tag>
      ) : (
        <Tag tone="false" icon={<CircleSlashIcon size={12} />}>
          {t('accounts.inactive')}
        </Tag>
      )}
      {is_staff && <Tag tone="in_progress">{t('accounts.staff')}</Tag>}
      {has_2fa && (
        <Tag tone="false" icon={<ShieldCheckIcon size={12} />}>
          {t('accounts.second_factor')}
        </Tag>
      )}
    </Stack>
  );
}

interface AccountTableProps {
  readonly accounts: readonly StaffAccount[];
  readonly sorting: Sorting;
  readonly onEdit: (account: StaffAccount) => void;
}

/** A page of accounts, with edit and delete. */
export function AccountTable({ accounts, sorting, onEdit }: AccountTableProps) {
  const { t } = useTexts();
  const { remove } = useAccountActions();
  const own = useSettings()?.user_id;
  const action = (text: string, { email }: StaffAccount, picture: ReactNode, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${email}`} title={text} onClick={act}>
      {picture}
    </ActionIcon>
  );
  return (
    <ColumnTable
      table="accounts"
      sorting={sorting}
      minWidth={760}
      plain
      columns={[
        { id: 'email', name: t('accounts.by.email'), min: 200 },
        { id: 'username', name: t('accounts.name'), min: 140 },
        { id: 'company', name: t('common.organisation.label'), min: 120 },
        { id: 'state', name: t('accounts.state'), min: 150 },
        { id: 'created', name: t('accounts.created') },
      ]}
      actions={t('accounts.actions')}
    >
      {accounts.map((account) => (
        <Table.Tr key={account.id}>
          <Table.Td className="lw-break">{account.email}</Table.Td>
          <Table.Td className="lw-break">
            <Text>{account.username}</Text>
            {fullName(account) !== '' && (
              <Text fz={12} c="dimmed">
                {fullName(account)}
              </Text>
            )}
          </Table.Td>
          <Table.Td className="lw-break">{account.company?.name ?? '–'}</Table.Td>
          <Table.Td>
            <States account={account} />
          </Table.Td>
          <Table.Td>
            <DayText at={account.created} />
          </Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {action(t('accounts.edit'), account, <PencilIcon size={16} />, () => onEdit(account))}
              {account.id === own ? (
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={`${t('accounts.delete')}: ${account.email}. ${t('errors.account_own')}`}
                  title={t('errors.account_own')}
                  data-disabled
                  aria-disabled
                >
                  <TrashIcon size={16} />
                </ActionIcon>
              ) : (
                action(t('accounts.delete'), account, <TrashIcon size={16} />, () => void remove(account))
              )}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
