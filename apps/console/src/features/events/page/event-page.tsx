import { Button, Stack, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { EventView } from './event-view.tsx';
import { useEvent } from './use-event.ts';

/** /events/{id}: one event. The query of the address is the filter of the list from which the person came. */
export function EventPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const { event, problem, isMissing, retry } = useEvent(id);
  if (event !== undefined) return <EventView key={event.id} event={event} gone={isMissing} params={params} />;
  if (problem === null) return <SkeletonRows rows={4} height={160} />;
  if (isMissing)
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
      <ProblemBlock title={t('eventPage.failed')} problem={problem} onRetry={retry} />
    </Stack>
  );
}
