import type { LedgerBlob } from './blob-ledger.store.ts';

/** Rows of the ledger that are read at once, a quarter of a kilobyte each. */
export const LEDGER_PAGE = 2_000;
/** Pages in memory at once, 15 MB: a scan that waits for screening reads the ledger meanwhile. */
const PAGES_AHEAD = 24;

/**
 * The ledger after an ordinal, page by page; pages are read ahead of their use.
 * @param readAfter up to LEDGER_PAGE rows; fewer where no more follow
 */
export async function* ledgerPages(
  readAfter: (ordinal: string) => Promise<LedgerBlob[]>,
  from: string,
): AsyncGenerator<LedgerBlob[], void, undefined> {
  let isOver = false;
  const ahead: Promise<LedgerBlob[]>[] = [];
  const add = (page: Promise<LedgerBlob[]>) => {
    // Reported where the page is used.
    page.catch(() => undefined);
    ahead.push(page);
  };
  const following = async (before: Promise<LedgerBlob[]>): Promise<LedgerBlob[]> => {
    const page = await before;
    const last = page.length < LEDGER_PAGE || isOver ? undefined : page.at(-1);
    return last === undefined ? [] : readAfter(last.ordinal);
  };
  add(readAfter(from));
  try {
    for (let page = ahead[0]; page !== undefined; page = ahead[0]) {
      for (let last = ahead.at(-1); last !== undefined && ahead.length < PAGES_AHEAD; last = ahead.at(-1)) add(following(last));
      const rows = await page;
      if (rows.length === 0) return;
      ahead.shift();
      yield rows;
    }
  } finally {
    isOver = true;
  }
}
