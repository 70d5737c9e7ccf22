import type { AnswerOf, currentLimits } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import type { Translate } from '../../shared/i18n/translate.ts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCurrentLimitsQuery } from '../../shared/api/options.ts';
import type { Fact } from '../../shared/ui/fact-list.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import type { Profile } from './api.ts';
import { FactsBlock } from './facts-block.tsx';

type Limits = AnswerOf<typeof currentLimits>;

/** Facts of a tariff that counts launches. */
function launchFacts(t: Translate, limits: Limits): Fact[] {
  const { launch_limit: limit, launch_count: used, launches_left: left, time_limit_per_launch: days, active_sessions: session } = limits;
  const state = session.timeout ? t('profile.session_timeout') : session.end_time === null ? t('profile.session_none') : undefined;
  return [
    ...(limit === null || left === null ? [] : [[t('profile.launches'), t('profile.used_and_left', { limit, used, left })] as const]),
    ...(days === null ? [] : [[t('profile.days_per_launch'), t('profile.days', { count: days })] as const]),
    [t('profile.session'), state ?? <TimeText key="session" at={session.end_time ?? ''} relative />],
  ];
}

/** The limits of the tariff, with how much is used and left. */
export function TariffBlock({ company }: { company: NonNullable<Profile['company']> }) {
  const { t } = useTexts();
  const { tariff } = company;
  const { data, error } = useCurrentLimitsQuery(company.tariff_type, { refetchOnMountOrArgChange: true });
  const counted = company.tariff_type === 'count_launch' ? data : undefined;
  // The usage comes from another service; without it only the limits are shown.
  const balance = (limit: number, used: number | undefined, left: number | undefined) =>
    used === undefined || left === undefined ? limit : t('profile.used_and_left', { limit, used, left });
  return (
    <FactsBlock
      title={t('profile.tariff')}
      facts={[
        [t('profile.tariff_name'), tariff.name],
        [t('profile.tariff_type'), t(`profile.type.${company.tariff_type}`)],
        [t('profile.tasks'), balance(tariff.task_limit, data?.tasks_used, data?.tasks_left)],
        [t('profile.patterns'), balance(tariff.pattern_limit, data?.patterns_used, data?.patterns_left)],
        [t('profile.patterns_per_task'), tariff.patterns_per_task_limit],
        ...(counted === undefined ? [] : launchFacts(t, counted)),
        [t('profile.expires'), <TimeText key="expires" at={company.expires_at} relative />],
      ]}
    >
      {error !== undefined && (
        <Text c="dimmed" mt="md" role="status">
          {t('profile.balance_failed')}
        </Text>
      )}
    </FactsBlock>
  );
}
