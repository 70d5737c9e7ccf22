import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LIVE_STREAMS_PER_SESSION } from '@leakwatch/contracts';
import {
  type Caller,
  type Hint,
  LeakwatchError,
  LOGGER,
  type Logger,
  NotAuthenticated,
  RedisLiveFeed,
  SETTINGS,
} from '@leakwatch/platform';
import { SessionReader } from '../credentials/session-reader.ts';
import type { GatewaySettings } from '../settings.ts';
import { LiveStream } from './live-stream.ts';

/** Streams of one gateway: each is a socket and some kilobytes. */
const MAX_STREAMS = 2_000;
const BEAT_MS = 15_000;
/** A session that ended takes its streams along within 5 s; this leaves a slow look-up room. */
const RECHECK_MS = 2_000;

/** All live streams of this gateway: who has one, whose hints it gets, and when it has to end. */
@Injectable()
export class LiveStreams implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly feed: RedisLiveFeed;
  private readonly streams = new Set<LiveStream>();
  private readonly stalled = new WeakSet<LiveStream>();
  private stopping = false;
  private checking = false;

  constructor(
    @Inject(SETTINGS) settings: GatewaySettings,
    private readonly sessions: SessionReader,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.feed = new RedisLiveFeed(settings.REDIS_URL, logger, {
      hint: (hint) => this.deliver(hint),
      lost: () => {
        for (const stream of this.streams) stream.lose();
      },
    });
  }

  onApplicationBootstrap() {
    this.feed.start();
  }

  /** Ends the streams first: the browsers go to another gateway, and the stop does not wait for them. */
  async onModuleDestroy() {
    this.stopping = true;
    for (const stream of this.streams) stream.end();
    await this.feed.close();
  }

  /**
   * A stream for the caller, with what they missed since `after`. Throws `too_many_streams` (429) for one more of a
   * session than a browser has room for, `streams_full` (503) when this gateway has no more.
   */
  open(caller: Caller, after: string | undefined): LiveStream {
    const { session, organisation } = caller;
    if (session === null) throw new NotAuthenticated();
    if (this.stopping || this.streams.size >= MAX_STREAMS) throw new LeakwatchError('streams_full', 503, { level: 'warn' });
    const own = [...this.streams].filter((stream) => stream.session === session);
    if (own.length >= LIVE_STREAMS_PER_SESSION) throw new LeakwatchError('too_many_streams', 429);
    const stream = new LiveStream({ session, organisation, position: () => this.feed.position });
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    void this.catchUp(stream, after);
    return stream;
  }

  /** The stream gets new hints already, so nothing falls between what was missed and what comes. */
  private async catchUp(stream: LiveStream, after: string | undefined): Promise<void> {
    if (after !== undefined) {
      const missed = await this.feed.since(after).catch(() => null);
      if (missed === null) stream.lose();
      for (const { organisation, topics } of missed ?? []) if (organisation === stream.organisation) stream.hint(topics);
    }
    stream.open();
  }

  private deliver({ organisation, topics }: Hint): void {
    for (const stream of this.streams) if (stream.organisation === organisation) stream.hint(topics);
  }

  /** A reader that took nothing since the last beat is let go: it comes back and goes on where it was. */
  @Interval(BEAT_MS)
  beat(): void {
    for (const stream of this.streams) {
      if (!stream.isBlocked) this.stalled.delete(stream);
      else if (this.stalled.has(stream)) stream.body.destroy();
      else this.stalled.add(stream);
      stream.beat();
    }
  }

  /** Ends what belongs to a session that is over. While Redis is away nobody can say so, and no hints come either. */
  @Interval(RECHECK_MS)
  async recheck(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const streams = [...this.streams];
      const open = await this.sessions.readMany([...new Set(streams.map((stream) => stream.session))]);
      for (const stream of streams) {
        const record = open.get(stream.session);
        if (record === undefined || record.half || record.organisation !== stream.organisation) stream.end();
      }
    } catch {
      // Tried again at the next tick.
    } finally {
      this.checking = false;
    }
  }
}
