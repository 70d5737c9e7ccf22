import { Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { RecheckAnswer, RecheckButton } from '../recheck/recheck-button.tsx';
import { useRecheck } from '../recheck/use-recheck.ts';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import type { ShownEvent } from './shown-event.ts';

/** Since when and where the leak is known, and whether it is still there: what the last check found, and a button for another one. */
export function Exposure({ event }: { event: ShownEvent }) {
  const { t } = useTexts();
  const recheck = useRecheck(event);
  const facts: Fact[] = [
    [t('eventPage.exposure.source'), t(`common.sources.${event.source_type}`)],
    [t('eventPage.exposure.first'), <TimeText key="first" at={event.created} />],
    [t('eventPage.exposure.last'), <TimeText key="last" at={event.last_seen} />],
  ];
  if (event.from_archive) facts.push([t('eventPage.exposure.how'), t('eventPage.exposure.from_archive')]);
  const committed = event.source_type === 'telegram' ? t('eventPage.exposure.posted') : t('eventPage.exposure.committed');
  if (event.commit_date !== null) facts.push([committed, <TimeText key="committed" at={event.commit_date} />]);
  if (event.versions !== undefined) facts.push([t('eventPage.exposure.versions'), String(event.versions)]);
  facts.push(
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
  if (recheck.offered)
    facts.push([
      t('eventPage.exposure.now'),
      recheck.last === null ? t('eventPage.exposure.unchecked') : <RecheckAnswer key="now" last={recheck.last} />,
    ]);
  return (
    <Section title={t('eventPage.exposure.title')} action={<RecheckButton recheck={recheck} />}>
      <FactList facts={facts} />
      {!recheck.offered && <Text c="dimmed">{t('eventPage.exposure.not_offered')}</Text>}
    </Section>
  );
}
