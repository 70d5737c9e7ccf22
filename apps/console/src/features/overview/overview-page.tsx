import { Button, Group, Stack, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { StaleNote } from '../../shared/ui/stale-note.tsx';
import { useEventOverviewQuery } from './api.ts';
import { FixTimes } from './fix-times.tsx';
import { OpenMatrix } from './open-matrix.tsx';
import { DEFAULT_DAYS, readDays } from './period.ts';
import { Sources } from './sources.tsx';
import { TopValues } from './top-values.tsx';

/** Ages change with the day, and live updates do not reach an organisation that staff chose. */
const POLL_MS = 60_000;

/** What is open and how fast it is fixed; in each state of loading. */
function Events({ org }: { org: string | null }) {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const days = readDays(params);
  const { currentData, data, error, refetch, fulfilledTimeStamp } = useEventOverviewQuery(
    { days, ...(org !== null && { org }) },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  // Another period keeps the page in place while it loads.
  const shown = currentData ?? (error === undefined ? data : undefined);
  if (shown === undefined && error !== undefined)
    return <ProblemBlock title={t('overview.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />;
  if (shown === undefined) return <SkeletonRows rows={6} height={72} />;
  const onDays = (chosen: string) => change({ days: chosen === String(DEFAULT_DAYS) ? null : chosen });
  return (
    <>
      {error !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {shown.open + shown.in_progress === 0 ? (
        <EmptyBlock title={t('overview.nothing_open')} hint={t('overview.nothing_open_hint')}>
          <Button component={Link} to="/?status=all" variant="default">
            {t('overview.all_events')}
          </Button>
        </EmptyBlock>
      ) : (
        <>
          <OpenMatrix overview={shown} org={org} />
          <TopValues overview={shown} org={org} />
        </>
      )}
      <FixTimes fixed={shown.fixed} org={org} days={days} onDays={onDays} />
    </>
  );
}

/** /overview: what is open, how long fixes take, and how the sources are read. The address holds organisation, period and the shown sources. */
export function OverviewPage() {
  const { t } = useTexts();
  const staff = useSettings()?.is_staff ?? false;
  const [params, change] = useAddress();
  const org = staff ? readId(params, 'org') : null;
  return (
    <Stack gap="md">
      <PageTitle title={t('overview.title')} />
      <Group justify="space-between">
        <Title order={1}>{t('overview.title')}</Title>
        {staff && (
          <OrganisationSelect labelled={false} width={260} value={org} onChange={(chosen) => change({ org: chosen, source_page: null })} />
        )}
      </Group>
      <Events key={org} org={org} />
      <Sources org={org} />
    </Stack>
  );
}
