/** For so long something counts as public after it was: asking before each file would double the requests. */
const KNOWN_MS = 10 * 60_000;

/** What everybody could see a moment ago, by key. What was seen longer ago is forgotten. */
export class RecentlyPublic {
  /** Until when it is known, in this order. */
  private readonly known = new Map<string, number>();

  saw(key: string): void {
    const now = Date.now();
    for (const [one, until] of this.known) {
      if (until > now) break;
      this.known.delete(one);
    }
    this.known.delete(key);
    this.known.set(key, now + KNOWN_MS);
  }

  has(key: string): boolean {
    return (this.known.get(key) ?? 0) > Date.now();
  }
}
