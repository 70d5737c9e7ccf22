import { Controller, Req, Res } from '@nestjs/common';
import { type InputOf, liveUpdates } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveStreams } from './live-streams.ts';

@Controller()
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  /** Server-sent events. After a reconnect the browser's header is newer than the position in its address. */
  @Serves(liveUpdates)
  get(
    @FromRequest() { query }: InputOf<typeof liveUpdates>,
    @FromCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const header = request.headers['last-event-id'];
    const after = (typeof header === 'string' ? header : undefined) ?? query.last_event_id;
    const stream = this.streams.open(caller, after === '' ? undefined : after);
    reply.header('content-type', liveUpdates.answerType);
    // A proxy that buffers answers would hold every message back.
    reply.header('x-accel-buffering', 'no');
    // A gateway that stops would wait for a connection that an ended stream keeps open.
    reply.header('connection', 'close');
    void reply.send(stream.body);
  }
}
