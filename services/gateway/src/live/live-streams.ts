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
import { organisationOf } from '../credentials/acting.ts';
import { SessionReader } from '../credentials/session-reader.ts';
import type { GatewaySettings } from '../settings.ts';
import { LiveStream } from './live-stream.ts';

/** Streams of one gateway: each is a socket and some kilobytes. */
const MAX_STREAMS = 2_000;
const BEAT_MS = 15_000;
/** A stream ends within 5 s of its session; this leaves time for a slow look-up. */
const RECHECK_MS = 2_000;

/** All live streams of this gateway: which updates each gets, and when it has to end. */
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

  /** Ends the streams first: browsers reconnect to another gateway, and the stop does not wait for them. */
  async onModuleDestroy() {
    this.stopping = true;
    for (const stream of this.streams) stream.end();
    await this.feed.close();
  }

  /**
   * A stream for the caller, with what was missed since `after`. Throws `too_many_streams` (429) when the session has as many
   * as it may, `streams_full` (503) when this gateway has.
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

  /** The stream receives new updates already, so none is lost between what was missed and what follows. */
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

  /** Disconnects a reader that has read nothing since the last heartbeat; it reconnects and resumes. */
  @Interval(BEAT_MS)
  beat(): void {
    for (const stream of this.streams) {
      if (!stream.isBlocked) this.stalled.delete(stream);
      else if (this.stalled.has(stream)) stream.body.destroy();
      else this.stalled.add(stream);
      stream.beat();
    }
  }

  /** Ends the streams of sessions that have ended. While Redis is away sessions cannot be checked, and no updates arrive either. */
  @Interval(RECHECK_MS)
  async recheck(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const streams = [...this.streams];
      const open = await this.sessions.readMany([...new Set(streams.map((stream) => stream.session))]);
      for (const stream of streams) {
        const record = open.get(stream.session);
        if (record === undefined || record.pending || organisationOf(record) !== stream.organisation) stream.end();
      }
    } catch {
      // Tried again at the next tick.
    } finally {
      this.checking = false;
    }
  }
}
