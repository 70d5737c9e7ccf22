import { TELEGRAM_USERS_LIMIT } from '@leakwatch/contracts';
import { Button, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListTelegramUsersQuery } from './api.ts';
import { TelegramUserTable } from './telegram-user-table.tsx';
import { useTelegramUserActions } from './use-telegram-user-actions.ts';

const SIZES = [25, 50, 75, 100];

/** /settings/telegram-users: the Telegram chats of people of all organisations. The address holds filter and page. */
export function TelegramUsersPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging(TELEGRAM_USERS_LIMIT, '', SIZES);
  const org = readId(params, 'org');
  const query = useListTelegramUsersQuery({ ...paging.asked, ...(org !== null && { org }) }, { refetchOnMountOrArgChange: true });
  const act = useTelegramUserActions();
  const count = query.currentData?.count ?? 0;
  const filter = (wanted: string | null) => change({ org: wanted, page: null });
  const empty =
    org === null ? (
      <EmptyBlock level={3} title={t('telegramUsers.empty')} hint={t('telegramUsers.empty_hint')} />
    ) : (
      <EmptyBlock level={3} title={t('telegramUsers.nothing_matches')}>
        <Button variant="default" onClick={() => filter(null)}>
          {t('telegramUsers.clear')}
        </Button>
      </EmptyBlock>
    );
  return (
    <Section title={t('telegramUsers.title')} lead={t('telegramUsers.lead')} wide>
      <OrganisationSelect labelled={false} width={240} value={org} onChange={filter} />
      {count > 0 && (
        <Text c="dimmed" role="status">
          {t('telegramUsers.total', { count })}
        </Text>
      )}
      <PagedList query={query} paging={paging} failed={t('telegramUsers.failed')} rowHeight={48} empty={empty}>
        {(users) => <TelegramUserTable users={users} onAct={(user, action) => void act(user, action)} />}
      </PagedList>
    </Section>
  );
}
