import type { EventDetails } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';

/** Since when and where the leak is known. It says no more than Leakwatch knows: whether the leak is still there is not checked. */
export function Exposure({ event }: { event: EventDetails }) {
  const { t } = useTranslation();
  const facts: Fact[] = [
    [t('eventPage.exposure.source'), t(`common.sources.${event.source_type}`)],
    [t('eventPage.exposure.first'), <TimeText key="first" at={event.created} />],
    [t('eventPage.exposure.last'), <TimeText key="last" at={event.last_seen} />],
  ];
  if (event.commit_date !== null) facts.push([t('eventPage.exposure.committed'), <TimeText key="committed" at={event.commit_date} />]);
  facts.push(
    [t('eventPage.exposure.versions'), String(event.versions)],
    [
      t('eventPage.exposure.places'),
      event.sim_count === 0 ? t('eventPage.exposure.no_other_places') : t('eventPage.exposure.other_places', { count: event.sim_count }),
    ],
    [
      t('eventPage.exposure.address'),
      <SafeLink key="address" address={event.file_url}>
        {event.file_url}
      </SafeLink>,
    ],
  );
  return (
    <Section title={t('eventPage.exposure.title')}>
      <FactList facts={facts} />
      <Text c="dimmed">{t('eventPage.exposure.not_checked')}</Text>
    </Section>
  );
}
