import type { ServiceAccount } from '@leakwatch/contracts';
import { serviceAccountActions } from '@leakwatch/rules';
import { CHECKED_SOURCES } from '@leakwatch/vocabulary';
import { Anchor, Group, Menu, Stack, Table, Text } from '@mantine/core';
import { PulseIcon, SignInIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../shared/lib/dates.ts';
import { AddressText } from '../../shared/pool/address-text.tsx';
import { CheckState } from '../../shared/pool/check-state.tsx';
import { CompanyName } from '../../shared/pool/company-name.tsx';
import { PoolState } from '../../shared/pool/pool-state.tsx';
import { RowActions } from '../../shared/pool/row-actions.tsx';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useListAccountUseQuery } from './api.ts';
import { ServedBy, UseOf } from './account-use.tsx';
import { POLLED } from '../../shared/pool/poll.ts';
import { useAccountActions } from './use-account-actions.ts';
import { reasonOf, useAccountMessage } from './use-account-message.ts';
import { useAccountName } from './use-account-name.ts';

/** Source, login and telephone, and what the account is reserved for. */
function Identity({
  account: { source_type, login, phone, phone_shared: shared, reserved_for_discovery: reserved },
}: {
  account: ServiceAccount;
}) {
  const { t } = useTexts();
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={6} wrap="nowrap">
        <SourceIcon source={source_type} />
        <Text fw={500}>{t(`common.sources.${source_type}`)}</Text>
      </Group>
      <Text className="lw-break" {...(login === '' && { c: 'dimmed' })}>
        {login === '' ? t('serviceAccounts.no_login') : login}
      </Text>
      {phone !== '' && (
        <Text fz={12} c="dimmed">
          {phone}
        </Text>
      )}
      {shared && <Text fz={12}>{t('serviceAccounts.phone_shared')}</Text>}
      {reserved && <Tag tone="false">{t('pool.reserved')}</Tag>}
    </Stack>
  );
}

function State({ account }: { account: ServiceAccount }) {
  const { t } = useTexts();
  const messageOf = useAccountMessage();
  const { state, limited_until: until } = account;
  return (
    <PoolState state={state} name={t(`serviceAccounts.state.${state}`)} reason={reasonOf(account)} message={messageOf(account)}>
      {until !== null && <Text fz={12}>{t('serviceAccounts.limited_until', { time: formatDateTime(new Date(until)) })}</Text>}
    </PoolState>
  );
}

function ProxyOf({ account: { proxy_ext: address, proxy_state: state, proxy_err } }: { account: ServiceAccount }) {
  const { t } = useTexts();
  if (address === null) return <Text c="dimmed">{t('serviceAccounts.no_proxy')}</Text>;
  return (
    <Stack gap={2} align="flex-start">
      <AddressText>{address}</AddressText>
      {state !== null && <PoolState state={state} name={t(`pool.proxy_state.${state}`)} message={proxy_err} />}
    </Stack>
  );
}

interface AccountTableProps {
  readonly accounts: readonly ServiceAccount[];
  readonly sorting: Sorting;
  readonly onEdit: (account: ServiceAccount) => void;
  /** Opens the control dialog of an account of Telegram. */
  readonly onTelegram: (account: ServiceAccount) => void;
  readonly onCheck: (account: ServiceAccount) => void;
}

/** A page of service accounts, with what staff do with them. */
export function AccountTable({ accounts, sorting, onEdit, onTelegram, onCheck }: AccountTableProps) {
  const { t } = useTexts();
  const nameOf = useAccountName();
  const act = useAccountActions();
  // Counted by crawlers and read on its own: without it the table still has everything else.
  const { data } = useListAccountUseQuery(
    accounts.map(({ id }) => id),
    { ...POLLED, skip: accounts.length === 0 },
  );
  const uses = new Map(data?.accounts.map((one) => [one.id, one]));
  return (
    <ColumnTable
      table="service-accounts"
      sorting={sorting}
      minWidth={1040}
      plain
      columns={[
        { id: 'login', name: t('serviceAccounts.column.account'), min: 200 },
        { id: 'company', name: t('common.organisation.label'), min: 120 },
        { id: 'state', name: t('serviceAccounts.column.state'), min: 170 },
        { id: 'proxy', name: t('serviceAccounts.column.proxy'), min: 170 },
        { id: 'last_used', name: t('serviceAccounts.column.last_used'), min: 140 },
        { id: 'use', name: t('serviceAccounts.column.use'), min: 160 },
      ]}
      actions={t('pool.actions')}
    >
      {accounts.map((account) => (
        <Table.Tr key={account.id}>
          <Table.Td>
            <Identity account={account} />
          </Table.Td>
          <Table.Td>
            <CompanyName company={account.company} />
            <ServedBy use={uses.get(account.id)} />
          </Table.Td>
          <Table.Td>
            <State account={account} />
            <CheckState check={account.check} />
          </Table.Td>
          <Table.Td>
            <ProxyOf account={account} />
          </Table.Td>
          <Table.Td>
            {account.last_used === null ? <Text c="dimmed">{t('serviceAccounts.never')}</Text> : <TimeText at={account.last_used} />}
            {account.task !== null && (
              <div>
                <Anchor component={Link} to={`/task/${account.task}`}>
                  {t('pool.open_task')}
                </Anchor>
              </div>
            )}
          </Table.Td>
          <Table.Td>
            <UseOf use={uses.get(account.id)} />
          </Table.Td>
          <Table.Td>
            <RowActions
              name={nameOf(account)}
              actions={[...serviceAccountActions(account), 'delete'] as const}
              onEdit={() => onEdit(account)}
              onAct={(action) => void act(account, action)}
            >
              {CHECKED_SOURCES.includes(account.source_type) && (
                <Menu.Item leftSection={<PulseIcon size={14} />} onClick={() => onCheck(account)}>
                  {t('pool.check.now')}
                </Menu.Item>
              )}
              {account.source_type === 'telegram' && (
                <Menu.Item leftSection={<SignInIcon size={14} />} onClick={() => onTelegram(account)}>
                  {t('serviceAccounts.telegram.open')}
                </Menu.Item>
              )}
            </RowActions>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
