/** In the order in which they stand, with the width that they have at first, in characters. */
export const COLUMN_WIDTHS = {
  id: 38,
  status: 16,
  source: 16,
  task: 28,
  pattern: 28,
  filter_keywords: 24,
  owner: 20,
  repository: 32,
  path: 36,
  link: 44,
  line: 9,
  language: 14,
  content: 80,
  created: 20,
  updated: 20,
  last_seen: 20,
  commit: 20,
  commit_author: 24,
  commit_date: 20,
} as const;
export type ColumnKey = keyof typeof COLUMN_WIDTHS;
