import { Anchor, Stack } from '@mantine/core';
import { ArrowLeftIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListDeletedOrganisationsQuery } from './api.ts';
import { DeletionTable } from './deletion-table.tsx';

/** A deletion takes seconds in each service; in milliseconds. */
const POLL_MS = 5_000;

/** /settings/organisations/deleted: how far the deletion of each organisation is. The address holds the page. */
export function DeletedOrganisationsPage() {
  const { t } = useTexts();
  const paging = usePaging();
  const query = useListDeletedOrganisationsQuery(paging.asked, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <Stack gap="md" data-wide>
      <Anchor component={Link} to="/settings/organisations">
        <ArrowLeftIcon /> {t('organisations.title')}
      </Anchor>
      <Section
        title={t('organisations.deleted.title')}
        lead={t('organisations.deleted.lead')}
        total={query.currentData && t('organisations.total', { count: query.currentData.count })}
        wide
      >
        <PagedList
          keepsRows
          query={query}
          paging={paging}
          failed={t('organisations.deleted.failed')}
          rowHeight={64}
          empty={<EmptyBlock level={3} title={t('organisations.deleted.empty')} />}
        >
          {(organisations) => <DeletionTable organisations={organisations} />}
        </PagedList>
      </Section>
    </Stack>
  );
}
