import type { LedgerPage } from './ledger-rows.store.ts';

/** Rows of the ledger that are read at once, 30 bytes each where paths are not asked for. */
export const LEDGER_PAGE = 2_000;
/** Pages in memory at once, 10 MB with paths: a scan that waits for screening reads the ledger meanwhile. */
const PAGES_AHEAD = 24;

/**
 * The ledger after an ordinal, page by page; pages are read ahead of their use.
 * @param readAfter up to LEDGER_PAGE rows; fewer where no more follow
 */
export async function* ledgerPages(
  readAfter: (ordinal: bigint) => Promise<LedgerPage>,
  from: bigint,
): AsyncGenerator<LedgerPage, void, undefined> {
  let isOver = false;
  const ahead: Promise<LedgerPage | undefined>[] = [];
  const add = (page: Promise<LedgerPage | undefined>) => {
    // Reported where the page is used.
    page.catch(() => undefined);
    ahead.push(page);
  };
  const following = async (before: Promise<LedgerPage | undefined>): Promise<LedgerPage | undefined> => {
    const ordinals = (await before)?.ordinals;
    const last = ordinals?.length === LEDGER_PAGE && !isOver ? ordinals.at(-1) : undefined;
    return last === undefined ? undefined : readAfter(last);
  };
  add(readAfter(from));
  try {
    for (let page = ahead[0]; page !== undefined; page = ahead[0]) {
      for (let last = ahead.at(-1); last !== undefined && ahead.length < PAGES_AHEAD; last = ahead.at(-1)) add(following(last));
      const rows = await page;
      if (rows === undefined || rows.ordinals.length === 0) return;
      ahead.shift();
      yield rows;
    }
  } finally {
    isOver = true;
  }
}
