import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** What may have changed: `events` and `tasks` are lists, `notifications` and `settings` stand in the frame. */
export const LIVE_TOPICS = ['events', 'tasks', 'notifications', 'settings'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** A message of the stream: a reason to ask again, never data. */
export const liveMessage = z.object({ topics: z.array(z.enum(LIVE_TOPICS)) });
export type LiveMessage = z.output<typeof liveMessage>;

/** The event under which a message stands when something was lost: it names every topic. */
export const LIVE_RESET = 'reset';

/** A browser shares some six connections to a host between its tabs; two of them are left for calls. */
export const LIVE_STREAMS_PER_SESSION = 4;

export const liveUpdates = defineRoute({
  method: 'GET',
  path: '/api/live/',
  service: 'gateway',
  access: 'user',
  sessionOnly: true,
  changesState: false,
  summary: "Server-sent events: what of the caller's organisation changed; resumes by Last-Event-ID or the query",
  /** For a stream that a page opens again by itself: a browser sends the header only when it reconnects. */
  query: z.object({ last_event_id: z.string().max(64).optional() }),
  answer: liveMessage,
  answerType: 'text/event-stream',
  errors: ['too_many_streams', 'streams_full'],
});
