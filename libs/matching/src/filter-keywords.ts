/**
 * Those filter keywords all of whose words stand in the text, letter case ignored, in the order given
 * (design/decisions.md, Patterns and matching). The text is what the event shows around the match. A keyword without
 * words is in no text.
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
