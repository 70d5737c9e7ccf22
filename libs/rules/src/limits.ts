/** Limits of a task's fields (docs/behaviour/tasks.md). Lengths are in characters. */
export const TITLE_MIN = 5;
export const TITLE_MAX = 100;
export const WORD_MIN = 3;
export const WORDS_MAX = 3;
export const KEYWORD_MAX = 128;
export const DEEP_MIN = 3;
export const DEEP_MAX = 128;
export const EXPRESSION_MAX = 128;
/**
 * Maximum number of patterns of one task, whatever its tariff says: domains times keywords of one body could exceed the
 * memory of a process. A body may list as many, and a keyword file may hold as many.
 */
export const TASK_PATTERNS_MAX = 100_000;
/** Maximum number of repositories of one task. */
export const TASK_REPOSITORIES_MAX = 2_000;
/**
 * Maximum number of repositories of one discovery: fifty pages of a hundred, which GitHub's hourly rate for anonymous
 * callers just allows. A list of this length was cut, unless the account has exactly that many.
 */
export const DISCOVERED_MAX = 5_000;
/** RFC 5321: mail cannot be sent to a longer address. */
export const RECIPIENT_MAX = 254;
/** Limits of a keyword file: larger than people need, and a file at either limit is answered within two seconds. */
export const KEYWORD_FILE_BYTES_MAX = 10 * 1024 * 1024;
export const KEYWORD_FILE_LINES_MAX = 100_000;
/** Maximum number of keywords of a keyword set: people choose them in a dialog, and each makes a pattern with every domain. */
export const KEYWORD_SET_MAX = 5_000;
export const KEYWORD_SET_NAME_MAX = 200;
/** Longest text of a comment, in characters: a page. */
export const COMMENT_MAX = 4_000;
