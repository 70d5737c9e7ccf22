import { All, Controller, Req, Res } from '@nestjs/common';
import { callerOf } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '../api-request.ts';
import { Forwarder } from './forwarder.ts';
import { StaffAccess } from './staff-access.ts';

/** Everything below /api that the gateway does not answer itself; the guards have found route and caller. */
@Controller()
export class ForwardingController {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly staffAccess: StaffAccess,
  ) {}

  @All('api/*')
  async forward(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [route, caller, { query, url }] = [routeOf(request), callerOf(request), request];
    await this.forwarder.forward(route, request, reply, caller, ({ status, headers }) =>
      this.staffAccess.record({ route, caller, status, headers, query, url }),
    );
  }
}
