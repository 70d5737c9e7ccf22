import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** What may have changed: the lists `events` and `tasks`, `notifications` and `settings` of the page frame. */
export const LIVE_TOPICS = ['events', 'tasks', 'notifications', 'settings'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** A message of the stream: the topics to request again, never data. */
export const liveMessage = z.object({ topics: z.array(z.enum(LIVE_TOPICS)) });
export type LiveMessage = z.output<typeof liveMessage>;

/** The SSE event name of a message after something was lost; the message names every topic. */
export const LIVE_RESET = 'reset';

/** A browser shares about six connections to a host between its tabs; two of them stay free for calls. */
export const LIVE_STREAMS_PER_SESSION = 4;

export const liveUpdates = defineRoute({
  method: 'GET',
  path: '/api/live/',
  service: 'gateway',
  access: 'user',
  sessionOnly: true,
  changesState: false,
  summary: "Server-sent events with the topics that changed in the caller's organisation; resumes by Last-Event-ID or the query",
  /** For a stream that the page itself opens again: a browser sends the header only when it reconnects. */
  query: z.object({ last_event_id: z.string().max(64).optional() }),
  answer: liveMessage,
  answerType: 'text/event-stream',
  errors: ['too_many_streams', 'streams_full'],
});
