import { Switch, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { formatLater } from '../../../shared/lib/dates.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { notifyProblem } from '../../../shared/ui/notify.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { useNotificationSettingsQuery, useSetEmailNotificationsMutation } from './api.ts';
import { TelegramState } from './telegram-state.tsx';

/** The poll interval of the Telegram status; in milliseconds. */
const POLL_MS = 10_000;

/** Notification settings of the person: by e-mail and in Telegram. */
export function NotificationsSection() {
  const { t, locale } = useTexts();
  const { data, error, refetch } = useNotificationSettingsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [setByMail] = useSetEmailNotificationsMutation();
  const switchMail = async (on: boolean) => {
    const { error: refused } = await setByMail(on);
    if (refused !== undefined) notifyProblem(t('notificationSettings.email_failed'), refused);
  };
  return (
    <Section title={t('notificationSettings.title')} lead={t('notificationSettings.lead')}>
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={28} />}
      {data === undefined && error !== undefined && (
        <ProblemBlock title={t('notificationSettings.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Text>{t('notificationSettings.digest', { later: formatLater(data.digest_interval, locale) })}</Text>
          <Switch
            label={t('notificationSettings.email')}
            description={t('notificationSettings.email_hint')}
            checked={data.email_notifications.enabled}
            onChange={(change) => void switchMail(change.currentTarget.checked)}
          />
          <Text component="h3" fw={600} m={0}>
            {t('notificationSettings.telegram')}
          </Text>
          <TelegramState telegram={data.telegram_notifications} />
        </>
      )}
    </Section>
  );
}
