/**
 * Text from outside as a message of SARIF. `{0}` there is a place for an argument, so braces are doubled (3.11.5), and `[a](b)` is a link (3.11.6):
 * an invisible space between its parts leaves it text. Expressions and names of files often hold both.
 */
export const messageText = (text: string): string => text.replaceAll(/[{}]/g, '$&$&').replaceAll('](', ']\u200b(');
