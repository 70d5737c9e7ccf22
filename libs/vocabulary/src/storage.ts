/** What takes storage for an organisation: mirrors of repositories, and the kept content of documents with leaks. */
export const STORAGE_PARTS = ['mirrors', 'content'] as const;
export type StoragePart = (typeof STORAGE_PARTS)[number];

/** How full the storage of an organisation is. */
export const STORAGE_LEVELS = ['free', 'near', 'full', 'over'] as const;
export type StorageLevel = (typeof STORAGE_LEVELS)[number];

interface StoragePolicy {
  /** Percent of the quota from which the level holds. */
  readonly from: number;
  /** Whether the content of documents with leaks is kept. */
  readonly keepsContent: boolean;
  /** Whether repositories are read that the organisation did not monitor before. */
  readonly addsMirrors: boolean;
}

/** What stops at each level. Nothing that is monitored already stops: its leaks are found at every level (docs/decisions/0063-storage-quotas.md). */
export const STORAGE_POLICIES: Readonly<Record<StorageLevel, StoragePolicy>> = {
  free: { from: 0, keepsContent: true, addsMirrors: true },
  near: { from: 80, keepsContent: true, addsMirrors: true },
  full: { from: 100, keepsContent: false, addsMirrors: true },
  over: { from: 120, keepsContent: false, addsMirrors: false },
};

/** A level ends only when the use has fallen so many percent of the quota below it: a use at the border does not notify again and again. */
export const STORAGE_SLACK_PERCENT = 5;
