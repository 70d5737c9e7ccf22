import { TARIFF_SORTS } from '@leakwatch/contracts';
import type { TariffType } from '@leakwatch/vocabulary';
import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useListTariffsOfTypeQuery } from '../../shared/api/options.ts';
import { DEFAULT_PAGE_SIZE } from '../../shared/lib/paging.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useEdited } from '../../shared/lib/use-edited.ts';
import { TariffDialog } from './tariff-dialog.tsx';
import { TariffTable } from './tariff-table.tsx';
import { useDeleteTariff } from './use-delete-tariff.ts';

interface TariffSectionProps {
  readonly type: TariffType;
  /** A part of the name; empty for all tariffs. */
  readonly name: string;
  readonly onClear: () => void;
}

/** The tariffs of a type. The address holds the page, and the dialog: the type for a new tariff, or the id of one. */
export function TariffSection({ type, name, onClear }: TariffSectionProps) {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging(DEFAULT_PAGE_SIZE, `${type}_`);
  const { sorting, asked: sorted } = useSort(TARIFF_SORTS, `${type}_`);
  const query = useListTariffsOfTypeQuery({ type, ...paging.asked, ...sorted, name }, { refetchOnMountOrArgChange: true });
  const remove = useDeleteTariff(type);
  const dialog = params.get('dialog');
  const edited = useEdited(dialog, query.currentData?.results);
  return (
    <Section
      title={t(`tariffs.type.${type}`)}
      lead={t(`tariffs.lead.${type}`)}
      total={query.currentData && t('tariffs.total', { count: query.currentData.count })}
      action={
        <Button leftSection={<PlusIcon />} onClick={() => change({ dialog: type })} aria-label={t(`tariffs.create_in.${type}`)}>
          {t('tariffs.create')}
        </Button>
      }
    >
      <PagedList
        keepsRows
        query={query}
        paging={paging}
        failed={t('tariffs.failed')}
        rowHeight={32}
        empty={
          name === '' ? (
            <EmptyBlock level={3} title={t('tariffs.empty')} hint={t('tariffs.empty_hint')} />
          ) : (
            <EmptyBlock level={3} title={t('tariffs.nothing_matches')}>
              <Button variant="default" onClick={onClear}>
                {t('tariffs.clear')}
              </Button>
            </EmptyBlock>
          )
        }
      >
        {(tariffs) => (
          <TariffTable
            sorting={sorting}
            type={type}
            tariffs={tariffs}
            onEdit={({ id }) => change({ dialog: id })}
            onDelete={(tariff) => void remove(tariff)}
          />
        )}
      </PagedList>
      <TariffDialog type={type} tariff={edited} opened={dialog === type || edited !== null} onClose={() => change({ dialog: null })} />
    </Section>
  );
}
