import type { TelegramUser } from '@leakwatch/contracts';
import type { TelegramUserAction, TelegramUserStatus } from '@leakwatch/vocabulary';
import { ActionIcon, Group, Stack, Table, Text } from '@mantine/core';
import { CheckIcon, ClockIcon, type Icon, MuteIcon, PaperAirplaneIcon, SyncIcon, TrashIcon, XIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag, type TagTone } from '../../shared/ui/tag.tsx';

const LOOKS: Readonly<Record<TelegramUserStatus, readonly [TagTone, Icon]>> = {
  start: ['info', PaperAirplaneIcon],
  authorization: ['in_progress', ClockIcon],
  active: ['fixed', CheckIcon],
  inactive: ['false', XIcon],
  ignore: ['auto_filtered', MuteIcon],
};
const ICONS: Readonly<Record<TelegramUserAction, Icon>> = { reset: SyncIcon, ignore: MuteIcon, delete: TrashIcon };

/** What changes something in that state. */
const offersOf = ({ status, ignored_by }: TelegramUser): readonly TelegramUserAction[] => [
  ...(status === 'inactive' ? [] : (['reset'] as const)),
  ...(ignored_by === 'staff' ? [] : (['ignore'] as const)),
  'delete',
];

function Status({ user: { status, ignored_by: by } }: { user: TelegramUser }) {
  const { t } = useTexts();
  const [tone, Picture] = LOOKS[status];
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={tone} icon={<Picture size={12} />}>
        {t(`telegramUsers.status.${status}`)}
      </Tag>
      {by !== null && <Text fz={12}>{t(`telegramUsers.ignored_by.${by}`)}</Text>}
    </Stack>
  );
}

interface TelegramUserTableProps {
  readonly users: readonly TelegramUser[];
  readonly onAct: (user: TelegramUser, action: TelegramUserAction) => void;
}

/** A page of the connections, with reset, ignore and delete. */
export function TelegramUserTable({ users, onAct }: TelegramUserTableProps) {
  const { t } = useTexts();
  return (
    <ColumnTable
      table="telegram-users"
      minWidth={960}
      plain
      columns={[
        { id: 'id', name: t('telegramUsers.id'), min: 110 },
        { id: 'company', name: t('common.organisation.label'), min: 120 },
        { id: 'user', name: t('telegramUsers.user'), min: 140 },
        { id: 'state', name: t('telegramUsers.state'), min: 120 },
        { id: 'handle', name: t('telegramUsers.handle'), min: 110 },
        { id: 'user_id', name: t('telegramUsers.user_id') },
        { id: 'chat_id', name: t('telegramUsers.chat_id') },
      ]}
      actions={t('telegramUsers.actions')}
    >
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td className="lw-break">{user.id}</Table.Td>
          <Table.Td className="lw-break">{user.company?.name ?? '–'}</Table.Td>
          <Table.Td className="lw-break">{user.user.email}</Table.Td>
          <Table.Td>
            <Status user={user} />
          </Table.Td>
          <Table.Td className="lw-break">
            <bdi>{user.telegramUsername ?? '–'}</bdi>
          </Table.Td>
          <Table.Td>{user.telegramUserId ?? '–'}</Table.Td>
          <Table.Td>{user.telegramChatId ?? '–'}</Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {offersOf(user).map((action) => {
                const Picture = ICONS[action];
                return (
                  <ActionIcon
                    key={action}
                    variant="default"
                    size={30}
                    aria-label={t('telegramUsers.action_named', { action: t(`telegramUsers.action.${action}`), email: user.user.email })}
                    title={t(`telegramUsers.action.${action}`)}
                    onClick={() => onAct(user, action)}
                  >
                    <Picture size={16} />
                  </ActionIcon>
                );
              })}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
