import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { Schedule } from './schedule.ts';

/** Each of its rounds ends when the test says so. */
class Rounds extends Schedule {
  begun = 0;
  readonly done: string[] = [];
  private ends: ((error?: Error) => void)[] = [];

  constructor() {
    super(createLogger('test', 'silent'));
  }

  tick() {
    return this.once(async () => {
      this.begun += 1;
      await this.step(
        'first',
        () => new Promise<void>((resolve, reject) => this.ends.push((error) => (error ? reject(error) : resolve()))),
      );
      await this.step('second', async () => void this.done.push('second'));
    });
  }

  end(error?: Error) {
    this.ends.shift()?.(error);
  }
}

describe('a schedule', () => {
  it('never runs twice at once, and continues after each round', async () => {
    const rounds = new Rounds();
    const [first, again] = [rounds.tick(), rounds.tick()];
    expect(rounds.begun).toBe(1);
    rounds.end();
    await Promise.all([first, again]);
    const next = rounds.tick();
    expect(rounds.begun).toBe(2);
    rounds.end();
    await next;
  });

  it('lets no step that fails keep the next from its turn', async () => {
    const rounds = new Rounds();
    const round = rounds.tick();
    rounds.end(new Error('away'));
    await round;
    expect(rounds.done).toEqual(['second']);
  });

  it('that stops waits for the round under way and begins none', async () => {
    const rounds = new Rounds();
    const round = rounds.tick();
    let stopped = false;
    const stopping = rounds.beforeApplicationShutdown().then(() => (stopped = true));
    await Promise.resolve();
    expect(stopped).toBe(false);
    rounds.end();
    await Promise.all([round, stopping]);
    await rounds.tick();
    expect(rounds.begun).toBe(1);
  });
});
