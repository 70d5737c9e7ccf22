import { Button, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { useGetEventQuery } from '../api.ts';
import { EventView } from './event-view.tsx';

/** The list polls as often; in milliseconds. */
const POLL_MS = 5000;

/** /events/{id}: one event. The query of the address is the filter of the list from which the person came. */
export function EventPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const {
    currentData: event,
    error,
    refetch,
  } = useGetEventQuery(id, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true });
  if (event !== undefined) return <EventView key={event.id} event={event} params={params} />;
  if (error === undefined) return <SkeletonRows rows={4} height={160} />;
  const problem = toProblem(error);
  // A malformed id is answered as a bad request. An event of another organisation is answered like one that does not exist.
  if (problem.status === 404 || problem.code === 'invalid_request')
    return (
      <EmptyBlock level={1} title={t('common.not_found')} hint={t('eventPage.not_found_hint')}>
        <PageTitle title={t('common.not_found')} />
        <Button component={Link} to="/" variant="default">
          {t('eventPage.back')}
        </Button>
      </EmptyBlock>
    );
  return (
    <Stack gap="md">
      <PageTitle title={t('eventPage.title')} />
      <Title order={1}>{t('eventPage.title')}</Title>
      <ProblemBlock title={t('eventPage.failed')} problem={problem} onRetry={() => void refetch()} />
    </Stack>
  );
}
