import { ACCOUNTS_AT_HAND, type AskedPatterns } from '@leakwatch/rules';
import type { TaskKind } from '@leakwatch/vocabulary';
import { Text } from '@mantine/core';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import type { SourceDraft } from '../draft/draft.ts';
import { durationOf, estimateOf } from './estimate.ts';

/** The estimated queries and duration of the patterns at one source. */
export function EstimateText({ source, asked, kind }: { source: SourceDraft; asked: AskedPatterns; kind: TaskKind }) {
  const { t } = useTexts();
  const estimate = estimateOf(source, asked, kind);
  if (estimate.mode === 'stream') return <Text>{t('create.form.estimate_stream')}</Text>;
  const duration = (seconds: number): string => {
    const { unit, count } = durationOf(seconds);
    return t(`create.form.${unit}`, { count });
  };
  const { queries, leastSeconds, mostSeconds, notAsked, published } = estimate;
  const from = duration(leastSeconds);
  const to = mostSeconds === null ? null : duration(mostSeconds);
  return (
    <>
      <Text>
        {t('create.form.estimate_queries', { count: queries })}
        {queries > 0 &&
          `, ${t(to === null ? 'create.form.estimate_from' : from === to ? 'create.form.estimate_about' : 'create.form.estimate_range', { from, to })}`}
      </Text>
      {queries > 0 && (
        <Text c="dimmed">
          {t(published ? 'create.form.estimate_accounts' : 'create.form.estimate_own_rate', { count: ACCOUNTS_AT_HAND })}
        </Text>
      )}
      {notAsked > 0 && <Text c="dimmed">{t('create.form.estimate_not_asked', { count: notAsked })}</Text>}
    </>
  );
}
