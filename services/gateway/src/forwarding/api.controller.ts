import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import { getOpenApi, getSettings, liveUpdates } from '@leakwatch/contracts';
import { CallerSigner, NotAuthenticated, NotFound, OtherServices, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SettingsComposer } from '../composed/settings.ts';
import { routeOfRequest } from '../doors/route.door.ts';
import { callerOfRequest } from '../doors/session.door.ts';
import { LiveStreams } from '../live/live-streams.ts';
import { serveLive } from '../live/serve-live.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { Forwarder } from './forward.ts';
import { StaffAccess } from './staff-access.ts';

/** Everything below /api, once the doors are passed: composed here or carried to its service. */
@Controller()
export class ApiController {
  private readonly forwarder: Forwarder;
  private readonly settings: SettingsComposer;

  constructor(
    @Inject(SETTINGS) settings: ServiceSettings,
    signer: CallerSigner,
    services: OtherServices,
    private readonly live: LiveStreams,
    private readonly staffAccess: StaffAccess,
  ) {
    this.forwarder = new Forwarder(settings, signer);
    this.settings = new SettingsComposer(settings, services);
  }

  @All('api/*')
  async any(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const route = routeOfRequest(request);
    const caller = callerOfRequest(request);
    if (caller === undefined) throw new NotAuthenticated();
    reply.header('cache-control', 'no-store');
    if (route.service !== 'gateway') {
      const { query } = request;
      return this.forwarder.forward(route, request, reply, caller, ({ status, headers }) =>
        this.staffAccess.note({ route, caller, status, headers, query }),
      );
    }
    if (route.path === getSettings.path) return void (await reply.send(await this.settings.compose(request.query, caller)));
    if (route.path === getOpenApi.path) return void (await reply.send(openApiDocument()));
    if (route.path === liveUpdates.path) return serveLive(this.live, request, reply, caller);
    throw new NotFound();
  }
}
