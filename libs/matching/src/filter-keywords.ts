/**
 * The filter keywords whose words are all in the text, letter case ignored, in the given order (docs/behaviour/patterns.md).
 * The text is the excerpt that the event shows. A keyword without words is in no text.
 */
export function matchesFilterKeywords(excerptText: string, filterKeywords: readonly string[]): string[] {
  const text = excerptText.toLowerCase();
  return filterKeywords.filter((keyword) => {
    const words = keyword
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== '');
    return words.length > 0 && words.every((word) => text.includes(word));
  });
}
