import { KEYWORD_SET_SORTS } from '@leakwatch/contracts';
import { Button, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListKeywordSetsQuery } from './api.ts';
import { KeywordSetDialog, type OpenSet } from './keyword-set-dialog.tsx';
import { KeywordSetTable } from './keyword-set-table.tsx';
import { useDeleteKeywordSet } from './use-delete-keyword-set.ts';

/** Rows of a page unless the person chooses otherwise: staff look through all sets at once. */
const PAGE_SIZE = 100;
const CLOSED = { create: null, view: null, edit: null };

/** The dialog of an address: `create`, `view=<id>` or `edit=<id>`. */
function openSet(params: URLSearchParams): OpenSet | null {
  const [edited, viewed] = [params.get('edit'), params.get('view')];
  if (params.has('create')) return { id: null };
  const id = edited ?? viewed;
  return id === null ? null : { id, editing: edited !== null };
}

/** /settings/keywords: the keyword sets of the installation. The address holds search, page and dialog. */
export function KeywordSetsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging(PAGE_SIZE);
  const { sorting, asked: sorted } = useSort(KEYWORD_SET_SORTS);
  const name = params.get('name') ?? '';
  const query = useListKeywordSetsQuery({ ...paging.asked, ...sorted, name }, { refetchOnMountOrArgChange: true });
  const remove = useDeleteKeywordSet();
  const search = (text: string) => change({ name: text === '' ? null : text, page: null }, { replace: true });
  const count = query.currentData?.count ?? 0;
  return (
    <Section
      title={t('keywordSets.title')}
      lead={t('keywordSets.lead')}
      action={
        <Button leftSection={<PlusIcon />} onClick={() => change({ ...CLOSED, create: 'true' })}>
          {t('keywordSets.create')}
        </Button>
      }
    >
      <SearchField text={name} label={t('keywordSets.search')} onSearch={search} />
      {count > 0 && (
        <Text c="dimmed" role="status">
          {t('keywordSets.total', { count })}
        </Text>
      )}
      <PagedList
        keepsRows
        query={query}
        paging={paging}
        failed={t('keywordSets.failed')}
        rowHeight={32}
        empty={
          name === '' ? (
            <EmptyBlock level={3} title={t('keywordSets.empty')} hint={t('keywordSets.empty_hint')} />
          ) : (
            <EmptyBlock level={3} title={t('keywordSets.nothing_matches')}>
              <Button variant="default" onClick={() => search('')}>
                {t('keywordSets.clear')}
              </Button>
            </EmptyBlock>
          )
        }
      >
        {(sets) => (
          <KeywordSetTable
            sorting={sorting}
            sets={sets}
            onView={(id) => change({ ...CLOSED, view: id })}
            onEdit={(id) => change({ ...CLOSED, edit: id })}
            onDelete={(set) => void remove(set)}
          />
        )}
      </PagedList>
      <KeywordSetDialog open={openSet(params)} onEdit={(id) => change({ ...CLOSED, edit: id })} onClose={() => change(CLOSED)} />
    </Section>
  );
}
