import type { TelegramChat } from '@leakwatch/contracts';
import { channelLabel } from '@leakwatch/rules';
import { Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { useSourceFault } from '../../../shared/i18n/use-source-fault.ts';
import { formatDateTime } from '../../../shared/lib/dates.ts';
import { POLLED } from '../../../shared/pool/poll.ts';
import { ProblemBlock } from '../../../shared/ui/blocks.tsx';
import { useListTelegramChatsQuery } from '../api.ts';

/** As many as the dialog lists; how many more there are is a line below them. */
const SHOWN = 50;

function Channel({ chat: { name, title, status, error_code, last_read } }: { chat: TelegramChat }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  // The general text of a refused query speaks of patterns; a channel has none.
  const state =
    error_code === null || error_code === 'query_refused' ? t(`serviceAccounts.telegram.chat.${status}`) : faultText(error_code);
  const read = last_read === null ? [] : [t('serviceAccounts.telegram.last_read', { time: formatDateTime(new Date(last_read)) })];
  const parts = status === 'ready' && read.length > 0 ? read : [state, ...read];
  return (
    <li>
      <Text span className="lw-break">
        {channelLabel(name)}
        {title !== '' && `, ${title}`}
      </Text>{' '}
      <Text span c="dimmed">
        {parts.join(', ')}
      </Text>
    </li>
  );
}

/** The channels that an account has opened for reading. */
export function ChannelList({ account }: { account: string }) {
  const { t } = useTexts();
  const { currentData, error, refetch } = useListTelegramChatsQuery({ account, limit: SHOWN }, POLLED);
  const rest = (currentData?.count ?? 0) - (currentData?.results.length ?? 0);
  return (
    <Stack component="section" gap="xs" aria-labelledby="telegram-channels" aria-busy={currentData === undefined && error === undefined}>
      <Title order={3} id="telegram-channels">
        {t('serviceAccounts.telegram.channels')}
      </Title>
      {currentData === undefined && error !== undefined && (
        <ProblemBlock title={t('serviceAccounts.telegram.channels_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {currentData?.count === 0 && <Text c="dimmed">{t('serviceAccounts.telegram.no_channels')}</Text>}
      {currentData !== undefined && currentData.count > 0 && (
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {currentData.results.map((chat) => (
            <Channel key={chat.name} chat={chat} />
          ))}
        </ul>
      )}
      {rest > 0 && <Text c="dimmed">{t('serviceAccounts.telegram.more_channels', { count: rest })}</Text>}
    </Stack>
  );
}
