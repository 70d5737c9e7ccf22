import { Controller, Get, Req, Res } from '@nestjs/common';
import { NotFound } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForApi } from '../doors/route.door.ts';

/** Pages of the console's router: every path that is no file and no API is index.html, which knows its own 404. */
@Controller()
export class ConsoleController {
  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?')[0] ?? '';
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (isForApi(request) || path.startsWith('/internal/') || !wantsPage) throw new NotFound();
    await reply.sendFile('index.html');
  }
}
