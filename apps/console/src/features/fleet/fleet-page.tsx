import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { POLLED } from '../../shared/pool/poll.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { StaleNote } from '../../shared/ui/stale-note.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListFleetSourcesQuery, useListOpenLaunchesQuery } from './api.ts';
import { AwayNote } from './away-note.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Health } from './health.tsx';
import { LaunchTable } from './launch-table.tsx';
import { Queues } from './queues.tsx';
import { SourceTable } from './source-table.tsx';

function Sources() {
  const { t } = useTexts();
  const { currentData, error, refetch, fulfilledTimeStamp } = useListFleetSourcesQuery(undefined, POLLED);
  return (
    <Section title={t('fleet.sources')} lead={t('fleet.sources_lead')}>
      <AwayNote service="crawler" />
      {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {error !== undefined && currentData === undefined && (
        <ProblemBlock title={t('fleet.sources_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={6} height={32} />}
      {currentData !== undefined && <SourceTable sources={currentData.sources} />}
    </Section>
  );
}

function Launches() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging();
  const source = SOURCE_TYPES.find((one) => one === params.get('source')) ?? null;
  const query = useListOpenLaunchesQuery({ ...paging.asked, ...(source !== null && { source_type: source }) }, POLLED);
  const count = query.currentData?.count ?? 0;
  const filter = (wanted: string | null) => change({ source: wanted, page: null });
  return (
    <Section title={t('fleet.launches')} lead={t('fleet.launches_lead')}>
      <Group gap="md">
        <NativeSelect
          aria-label={t('fleet.source')}
          data={[
            { value: '', label: t('fleet.all_sources') },
            ...SOURCE_TYPES.map((value) => ({ value, label: t(`common.sources.${value}`) })),
          ]}
          value={source ?? ''}
          onChange={(event) => filter(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
        {count > 0 && (
          <Text c="dimmed" role="status">
            {t('fleet.total', { count })}
          </Text>
        )}
      </Group>
      <PagedList
        query={query}
        paging={paging}
        failed={t('fleet.launches_failed')}
        rowHeight={40}
        empty={
          source === null ? (
            <EmptyBlock level={3} title={t('fleet.empty')} hint={t('fleet.empty_hint')} />
          ) : (
            <EmptyBlock level={3} title={t('fleet.nothing_matches')}>
              <Button variant="default" onClick={() => filter(null)}>
                {t('fleet.clear')}
              </Button>
            </EmptyBlock>
          )
        }
      >
        {(launches) => <LaunchTable launches={launches} />}
      </PagedList>
    </Section>
  );
}

/** /settings/fleet: how far the sources are read, what runs now, what waits in the queues, what could not be handled, and what answers. The address holds filters and pages. */
export function FleetPage() {
  return (
    <Stack gap="md" data-wide>
      <Sources />
      <Launches />
      <Queues />
      <DeadLetters />
      <Health />
    </Stack>
  );
}
