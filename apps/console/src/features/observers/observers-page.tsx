import { OBSERVER_SORTS } from '@leakwatch/contracts';
import { Button, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListObserversQuery } from './api.ts';
import { ObserverTable } from './observer-table.tsx';

/** Live updates are those of the person's own organisation; the others' repositories are read again this often, in milliseconds. */
const POLL_MS = 15_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** /settings/git_monitoring: the observers of all organisations, read-only. The address holds filter, page and the open row. */
export function ObserversPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging();
  const { sorting, asked: sorted } = useSort(OBSERVER_SORTS);
  const wanted = params.get('org');
  const org = wanted !== null && UUID.test(wanted) ? wanted : null;
  const query = useListObserversQuery(
    { ...paging.asked, ...sorted, ...(org !== null && { org }) },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const filter = (value: string | null) => change({ org: value, page: null, open: null });
  const count = query.currentData?.count ?? 0;
  const empty =
    org === null ? (
      <EmptyBlock level={3} title={t('observers.empty')} hint={t('observers.empty_hint')} />
    ) : (
      <EmptyBlock level={3} title={t('observers.nothing_matches')}>
        <Button variant="default" onClick={() => filter(null)}>
          {t('observers.clear')}
        </Button>
      </EmptyBlock>
    );
  return (
    <Section title={t('observers.title')} lead={t('observers.lead')} wide>
      <OrganisationSelect labelled={false} width={240} value={org} onChange={filter} />
      {count > 0 && (
        <Text c="dimmed" role="status">
          {t('observers.total', { count })}
        </Text>
      )}
      <PagedList keepsRows query={query} paging={paging} failed={t('observers.failed')} rowHeight={32} empty={empty}>
        {(rows) => <ObserverTable sorting={sorting} observers={rows} open={params.get('open')} onOpen={(id) => change({ open: id })} />}
      </PagedList>
    </Section>
  );
}
