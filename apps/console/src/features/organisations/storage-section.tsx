import { GIGABYTE } from '@leakwatch/rules';
import type { StorageLevel } from '@leakwatch/vocabulary';
import { Group, Progress, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { type Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { useOrganisationStorageQuery } from './api.ts';

const TONES = { free: 'fixed', near: 'in_progress', full: 'open', over: 'open' } as const satisfies Record<StorageLevel, string>;
const COLOURS = { free: 'green', near: 'yellow', full: 'red', over: 'red' } as const satisfies Record<StorageLevel, string>;

/** What the organisation stores, its quota, and what stops because of it. */
export function StorageSection({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const { currentData, error, refetch } = useOrganisationStorageQuery(id, { refetchOnMountOrArgChange: true });
  const gigabytes = (bytes: number) => formatNumber(Math.round((100 * bytes) / GIGABYTE) / 100, locale);
  if (error !== undefined)
    return (
      <Section title={t('organisations.storage.title')}>
        <ProblemBlock title={t('organisations.storage.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      </Section>
    );
  if (currentData === undefined)
    return (
      <Section title={t('organisations.storage.title')}>
        <SkeletonRows rows={3} height={24} />
      </Section>
    );
  const { used_bytes: used, quota_bytes: quota, own_quota: own, level, parts } = currentData;
  const facts = parts.map(
    ({ part, items, bytes }): Fact => [
      t(`organisations.storage.part.${part}`),
      t('organisations.storage.items', { gigabytes: gigabytes(bytes), items: formatNumber(items, locale) }),
    ],
  );
  const use = t('organisations.storage.used', { used: gigabytes(used), quota: gigabytes(quota) });
  return (
    <Section title={t('organisations.storage.title')}>
      <Text>
        {use} {t(own ? 'organisations.storage.own_quota' : 'organisations.storage.default_quota')}
      </Text>
      <Progress value={Math.min(100, (100 * used) / quota)} color={COLOURS[level]} aria-label={use} />
      <Group>
        <Tag tone={TONES[level]} icon={level === 'free' ? <CheckCircleIcon size={12} /> : <AlertIcon size={12} />}>
          {t(`organisations.storage.level.${level}`)}
        </Tag>
      </Group>
      {facts.length > 0 && <FactList facts={facts} />}
    </Section>
  );
}
