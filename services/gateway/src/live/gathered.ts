import { LIVE_TOPICS, type LiveTopic } from '@leakwatch/contracts';

/** About two messages a second at the most, for each stream. In milliseconds. */
export const PAUSE_MS = 500;

export interface Outgoing {
  readonly topics: readonly LiveTopic[];
  /** Something was lost: everything has to be asked for again. */
  readonly reset: boolean;
}

/** What a stream has still to say: at the most each topic once, however slow its reader is. */
export class Gathered {
  private readonly topics = new Set<LiveTopic>();
  private reset = false;
  private next = 0;

  /** Takes what is a topic; other words come from a newer version and say nothing to this one. */
  add(words: readonly string[]): void {
    for (const topic of LIVE_TOPICS) if (words.includes(topic)) this.topics.add(topic);
  }

  lose(): void {
    this.reset = true;
  }

  /** Milliseconds until something may be said; null when there is nothing to say. */
  wait(now: number): number | null {
    return this.reset || this.topics.size > 0 ? Math.max(0, this.next - now) : null;
  }

  /** Everything that is to be said, which is then said. */
  take(now: number): Outgoing {
    const outgoing = { topics: this.reset ? LIVE_TOPICS : [...this.topics], reset: this.reset };
    this.topics.clear();
    this.reset = false;
    this.next = now + PAUSE_MS;
    return outgoing;
  }
}
