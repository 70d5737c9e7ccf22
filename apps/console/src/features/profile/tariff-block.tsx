import { useTranslation } from 'react-i18next';
import { useSettings } from '../../shared/api/settings.ts';
import { TimeText } from '../../shared/ui/time-text.tsx';
import type { Profile } from './api.ts';
import { FactsBlock } from './facts-block.tsx';

/** The tariff's numbers, with what of them is used and left. */
export function TariffBlock({ company }: { company: NonNullable<Profile['company']> }) {
  const { t } = useTranslation();
  const { tariff } = company;
  const running = useSettings()?.counts.tasks ?? 0;
  const left = Math.max(0, tariff.task_limit - running);
  return (
    <FactsBlock
      title={t('profile.tariff')}
      facts={[
        [t('profile.tariff_name'), tariff.name],
        [t('profile.tariff_type'), t(`profile.type.${company.tariff_type}`)],
        [t('profile.tasks'), t('profile.used_and_left', { limit: tariff.task_limit, used: running, left })],
        [t('profile.patterns'), tariff.pattern_limit],
        [t('profile.patterns_per_task'), tariff.patterns_per_task_limit],
        [t('profile.expires'), <TimeText key="expires" at={company.expires_at} relative />],
      ]}
    />
  );
}
