/** Longest name of a regex template, in characters; it is a title and a choice of a filter. */
export const REGEX_TEMPLATE_NAME_MAX = 100;
/** Longest hint: a sentence or two. */
export const REGEX_TEMPLATE_HINT_MAX = 500;
/** Templates of an installation. All of them are run over each finding; with so many that takes about twice as long. */
export const REGEX_TEMPLATES_MAX = 200;
