import type { TaskAction } from '@leakwatch/vocabulary';

/** What the history says in one language. A code without a text is shown as it is. */
export interface HistoryTexts {
  /** What happened, in a sentence. */
  readonly actions: Readonly<Record<TaskAction, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** Values that are codes, under their field. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** In front of the text of a pattern: its kind. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly yes: string;
  readonly no: string;
}
