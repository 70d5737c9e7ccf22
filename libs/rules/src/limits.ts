/** Limits of spec/2-tasks sections 5 and 9. Lengths are in characters. */
export const TITLE_MIN = 5;
export const TITLE_MAX = 100;
export const WORD_MIN = 3;
export const WORDS_MAX = 3;
export const KEYWORD_MAX = 128;
export const DEEP_MIN = 3;
export const DEEP_MAX = 128;
export const EXPRESSION_MAX = 128;
/**
 * Patterns of one task at the most, whatever its tariff says: domains times keywords of one body would be more than a
 * process holds. As many as a body may spell out, or a file of keywords bring.
 */
export const TASK_PATTERNS_MAX = 100_000;
/** Repositories that one task follows at the most. */
export const TASK_REPOSITORIES_MAX = 2_000;
/**
 * Repositories of one discovery at the most: fifty pages of a hundred, which GitHub's anonymous rate of an hour just
 * allows. A list of this length was cut, unless the account has exactly so many.
 */
export const DISCOVERED_MAX = 5_000;
/** RFC 5321: a longer address cannot be sent to. */
export const RECIPIENT_MAX = 254;
/** A file of keywords: what a person can have reason to bring; both answer within two seconds. */
export const KEYWORD_FILE_BYTES_MAX = 10 * 1024 * 1024;
export const KEYWORD_FILE_LINES_MAX = 100_000;
