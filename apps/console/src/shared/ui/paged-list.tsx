import type { ReactNode } from 'react';
import { toProblem } from '../api/problem.ts';
import { PAGE_SIZES } from '../lib/paging.ts';
import { useExistingPage } from '../lib/use-existing-page.ts';
import type { Paging } from '../lib/use-paging.ts';
import { ProblemBlock, SkeletonRows } from './blocks.tsx';
import { Pager } from './pager.tsx';
import { StaleNote } from './stale-note.tsx';

interface Listed<T> {
  readonly count: number;
  readonly results: readonly T[];
}

interface PagedListProps<T> {
  readonly query: {
    /** The newest answer, of an earlier page or order too. */
    readonly data?: Listed<T> | undefined;
    readonly currentData?: Listed<T> | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly fulfilledTimeStamp?: number | undefined;
    readonly refetch: () => unknown;
  };
  readonly paging: Paging;
  /** The text for a failed load. */
  readonly failed: string;
  readonly rowHeight: number;
  /** The name of its pages, where a page of the console has several lists. */
  readonly pages?: string;
  /**
   * Whether the earlier rows stay, dimmed, until those that were asked for are there: the focus stays on the head or page that was pressed. Only for
   * lists that are the same for every organisation.
   */
  readonly keepsRows?: boolean;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  readonly children: (results: readonly T[]) => ReactNode;
}

const SKELETONS = 8;

/** A paged list in each of its states: loading, failed, empty, filled and stale. */
export function PagedList<T>({ query, paging, failed, rowHeight, pages, keepsRows = false, empty, children }: PagedListProps<T>) {
  const { currentData, error, refetch, isFetching, fulfilledTimeStamp } = query;
  const isEarlier = keepsRows && currentData === undefined && isFetching && query.data !== undefined && query.data.count > 0;
  const data = isEarlier ? query.data : currentData;
  const { page, size, sizes = PAGE_SIZES, go } = paging;
  const beyond = useExistingPage(currentData?.count, page, size, (last) => go(last, size, { replace: true }));
  if (data === undefined && error !== undefined)
    return <ProblemBlock title={failed} problem={toProblem(error)} onRetry={() => void refetch()} />;
  if (data === undefined || beyond) return <SkeletonRows rows={SKELETONS} height={rowHeight} />;
  if (data.count === 0)
    return (
      <>
        {error !== undefined && <StaleNote since={fulfilledTimeStamp} />}
        {empty}
      </>
    );
  return (
    <>
      {error !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      <div style={{ opacity: isFetching ? 0.6 : 1 }} aria-busy={isEarlier}>
        {children(data.results)}
      </div>
      <Pager
        page={page}
        size={size}
        sizes={sizes}
        total={data.count}
        label={pages}
        onPage={(to) => go(to, size)}
        onSize={(to) => go(1, to)}
      />
    </>
  );
}
