export type BotUpdate = Readonly<Record<string, unknown>> & { readonly update_id: number };

interface Waiting {
  readonly offset: number;
  readonly limit: number;
  readonly timer: NodeJS.Timeout;
  readonly give: (updates: readonly BotUpdate[] | 'conflict') => void;
}

/** Updates of a bot until an offset confirms them, with one long poll at a time: a second one ends the first. */
export class UpdateQueue {
  nextId = 1000;
  private kept: BotUpdate[] = [];
  private waiting: Waiting | undefined;

  push(update: Readonly<Record<string, unknown>>): number {
    const id = this.nextId;
    this.nextId += 1;
    this.kept.push({ update_id: id, ...update });
    const { waiting } = this;
    if (waiting !== undefined) this.end(waiting, this.from(waiting.offset, waiting.limit));
    return id;
  }

  jumpTo(id: number): void {
    this.nextId = id;
  }

  /** Forgets what is before the offset, and gives what is there or comes within the seconds. */
  take(offset: number, limit: number, seconds: number): Promise<readonly BotUpdate[] | 'conflict'> {
    if (this.waiting !== undefined) this.end(this.waiting, 'conflict');
    if (offset > 0) this.kept = this.kept.filter(({ update_id: id }) => id >= offset);
    const there = this.from(offset, limit);
    if (there.length > 0 || seconds <= 0) return Promise.resolve(there);
    return new Promise((give) => {
      const timer = setTimeout(() => {
        if (this.waiting !== undefined) this.end(this.waiting, []);
      }, seconds * 1000);
      this.waiting = { offset, limit, timer, give };
    });
  }

  /** Ends the poll that waits, with nothing. */
  release(): void {
    if (this.waiting !== undefined) this.end(this.waiting, []);
  }

  private from(offset: number, limit: number): readonly BotUpdate[] {
    return this.kept.filter(({ update_id: id }) => id >= offset).slice(0, limit);
  }

  private end(waiting: Waiting, updates: readonly BotUpdate[] | 'conflict'): void {
    clearTimeout(waiting.timer);
    this.waiting = undefined;
    waiting.give(updates);
  }
}
