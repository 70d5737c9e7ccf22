import { liveUpdates } from '@leakwatch/contracts';
import { type Caller, InvalidRequest } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveStreams } from './live-streams.ts';

/** `GET /api/live/`: the stream as server-sent events. The header of a browser that reconnects is newer than its address. */
export function serveLive(streams: LiveStreams, request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
  const query = liveUpdates.query.safeParse(request.query);
  if (!query.success) throw new InvalidRequest('invalid_request', { last_event_id: 'invalid_value' });
  const header = request.headers['last-event-id'];
  const after = (typeof header === 'string' ? header : undefined) ?? query.data.last_event_id;
  const stream = streams.open(caller, after === '' ? undefined : after);
  reply.header('content-type', liveUpdates.answerType);
  // A proxy that gathers answers before it passes them on would hold every message back.
  reply.header('x-accel-buffering', 'no');
  // An ended stream must not leave a connection behind on which a gateway that stops would wait.
  reply.header('connection', 'close');
  void reply.send(stream.body);
}
