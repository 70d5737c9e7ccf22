import type { Proxy } from '@leakwatch/contracts';
import { proxyActions } from '@leakwatch/rules';
import { Anchor, Menu, Stack, Table, Text } from '@mantine/core';
import { PulseIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { AddressText } from '../../shared/pool/address-text.tsx';
import { CheckState } from '../../shared/pool/check-state.tsx';
import { CompanyName } from '../../shared/pool/company-name.tsx';
import { PoolState } from '../../shared/pool/pool-state.tsx';
import { RowActions } from '../../shared/pool/row-actions.tsx';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { proxyName } from './proxy-name.ts';
import { useProxyActions } from './use-proxy-actions.ts';

/** Address and login, and what the proxy is reserved for. */
function Address({ proxy }: { proxy: Proxy }) {
  const { t } = useTexts();
  return (
    <Stack gap={2} align="flex-start">
      <AddressText>{proxyName(proxy)}</AddressText>
      <Text fz={12} c="dimmed" className="lw-break">
        {proxy.login === '' ? t('proxies.no_login') : proxy.login}
      </Text>
      {proxy.type !== 'http' && <Tag tone="info">{t(`proxies.type.${proxy.type}`)}</Tag>}
      {proxy.reserved_for_discovery && <Tag tone="false">{t('pool.reserved')}</Tag>}
    </Stack>
  );
}

/** The account that the proxy belongs to, and the task that uses it now. */
function UsedBy({ proxy: { account, task } }: { proxy: Proxy }) {
  const { t } = useTexts();
  if (account === null && task === null) return <Text c="dimmed">{t('proxies.unused')}</Text>;
  return (
    <Stack gap={2} align="flex-start">
      {account !== null && (
        <Anchor component={Link} to={`/settings/service-accounts?dialog=${account}`}>
          {t('proxies.open_account')}
        </Anchor>
      )}
      {task !== null && (
        <Anchor component={Link} to={`/task/${task}`}>
          {t('pool.open_task')}
        </Anchor>
      )}
    </Stack>
  );
}

interface ProxyTableProps {
  readonly proxies: readonly Proxy[];
  readonly sorting: Sorting;
  readonly onEdit: (proxy: Proxy) => void;
  readonly onCheck: (proxy: Proxy) => void;
}

/** A page of proxies, with what staff do with them. */
export function ProxyTable({ proxies, sorting, onEdit, onCheck }: ProxyTableProps) {
  const { t, locale } = useTexts();
  const act = useProxyActions();
  return (
    <ColumnTable
      table="proxies"
      sorting={sorting}
      minWidth={820}
      plain
      columns={[
        { id: 'address', name: t('proxies.column.address'), min: 170 },
        { id: 'company', name: t('common.organisation.label'), min: 120 },
        { id: 'state', name: t('proxies.column.state'), min: 160 },
        { id: 'used_by', name: t('proxies.column.used_by'), min: 120 },
        { id: 'last_check', name: t('proxies.column.last_check'), min: 140 },
      ]}
      actions={t('pool.actions')}
    >
      {proxies.map((proxy) => (
        <Table.Tr key={proxy.id}>
          <Table.Td>
            <Address proxy={proxy} />
          </Table.Td>
          <Table.Td>
            <CompanyName company={proxy.company} />
          </Table.Td>
          <Table.Td>
            <PoolState
              state={proxy.state}
              name={t(`pool.proxy_state.${proxy.state}`)}
              reason={proxy.block_reason}
              message={proxy.err_msg}
            />
            <CheckState check={proxy.check} />
          </Table.Td>
          <Table.Td>
            <UsedBy proxy={proxy} />
          </Table.Td>
          <Table.Td>
            {proxy.last_check === null ? <Text c="dimmed">{t('proxies.never')}</Text> : <TimeText at={proxy.last_check} />}
            {proxy.failures_count > 0 && (
              <Text fz={12}>{t('proxies.failures', { number: formatNumber(proxy.failures_count, locale) })}</Text>
            )}
          </Table.Td>
          <Table.Td>
            <RowActions
              name={proxyName(proxy)}
              actions={[...proxyActions(proxy), 'delete'] as const}
              onEdit={() => onEdit(proxy)}
              onAct={(action) => void act(proxy, action)}
            >
              <Menu.Item leftSection={<PulseIcon size={14} />} onClick={() => onCheck(proxy)}>
                {t('pool.check.now')}
              </Menu.Item>
            </RowActions>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
