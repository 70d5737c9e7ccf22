import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { PAGE_SIZES } from '../lib/paging.ts';

interface PagerProps {
  readonly page: number;
  readonly size: number;
  /** null where it is not known. */
  readonly total: number | null;
  /** Whether a page follows, where the total is not known. */
  readonly hasMore?: boolean;
  /** The page sizes to choose from, where they are not the usual ones. */
  readonly sizes?: readonly number[];
  /** The name of the navigation, where a page has several lists. */
  readonly label?: string | undefined;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Pages from 1, the page size, and which part of the list is shown. */
export function Pager({ page, size, total, hasMore = false, sizes = PAGE_SIZES, label, onPage, onSize }: PagerProps) {
  const { t } = useTexts();
  const known = total ?? page * size + Number(hasMore);
  const pages = Math.max(1, Math.ceil(known / size));
  const from = Math.min((page - 1) * size + 1, known);
  const to = Math.min(page * size, known);
  return (
    <Group justify="space-between" gap="md" className="lw-no-print">
      <Group gap="md">
        <NativeSelect
          aria-label={t('common.paging.size')}
          title={t('common.paging.size')}
          data={sizes.map(String)}
          value={String(size)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
        <Text c="dimmed">
          {total === null ? t('common.paging.range_open', { from, to }) : t('common.paging.range', { from, to, total })}
        </Text>
      </Group>
      {pages > 1 && (
        <nav aria-label={label ?? t('common.paging.label')}>
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(page, pages)}
            onChange={onPage}
            getItemProps={(item) => ({ 'aria-label': t('common.paging.page', { page: String(item) }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' || control === 'first' ? t('common.paging.previous') : t('common.paging.next'),
            })}
          />
        </nav>
      )}
    </Group>
  );
}
