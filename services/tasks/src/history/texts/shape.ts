import type { TaskAction } from '@leakwatch/vocabulary';

/** Texts of the change history in one language. A code without a text is shown unchanged. */
export interface HistoryTexts {
  readonly actions: Readonly<Record<TaskAction, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** Texts of values that are codes, by field. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The kind of a pattern, shown before its text. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly yes: string;
  readonly no: string;
}
