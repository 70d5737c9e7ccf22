import { API_TOKEN_PREFIX, type TokenRow } from '@leakwatch/contracts';
import { ActionIcon, Code, Table, Text } from '@mantine/core';
import { BlockedIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

function User({ user: { username, email, active } }: Pick<TokenRow, 'user'>) {
  const { t } = useTexts();
  return (
    <>
      <div className="lw-break">{username}</div>
      {email !== username && (
        <Text c="dimmed" className="lw-break">
          {email}
        </Text>
      )}
      {!active && (
        <Tag tone="false" icon={<BlockedIcon size={12} />}>
          {t('authTokens.inactive')}
        </Tag>
      )}
    </>
  );
}

/** A page of the tokens, each recognised by its prefix and last characters, with revoke. */
export function TokenTable({ tokens, onRevoke }: { tokens: readonly TokenRow[]; onRevoke: (token: TokenRow) => void }) {
  const { t } = useTexts();
  return (
    <ColumnTable
      table="auth-tokens"
      minWidth={720}
      plain
      columns={[
        { id: 'token', name: t('authTokens.token') },
        { id: 'user', name: t('authTokens.user'), min: 140 },
        { id: 'company', name: t('authTokens.company'), min: 120 },
        { id: 'created', name: t('authTokens.created') },
        { id: 'last_used', name: t('authTokens.last_used') },
      ]}
      actions={t('authTokens.actions')}
    >
      {tokens.map((token) => (
        <Table.Tr key={token.key}>
          <Table.Td>
            <Code style={{ whiteSpace: 'nowrap' }}>{`${API_TOKEN_PREFIX}…${token.ending ?? ''}`}</Code>
          </Table.Td>
          <Table.Td>
            <User user={token.user} />
          </Table.Td>
          <Table.Td className="lw-break">{token.company?.name ?? '–'}</Table.Td>
          <Table.Td>
            <TimeText at={token.created} />
          </Table.Td>
          <Table.Td>
            {token.last_used === null ? <Text c="dimmed">{t('authTokens.never')}</Text> : <TimeText at={token.last_used} />}
          </Table.Td>
          <Table.Td>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('authTokens.revoke_named', { email: token.user.email })}
              title={t('authTokens.revoke')}
              onClick={() => onRevoke(token)}
            >
              <TrashIcon size={16} />
            </ActionIcon>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
