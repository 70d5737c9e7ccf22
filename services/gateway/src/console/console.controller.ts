import { Controller, Get, Req, Res } from '@nestjs/common';
import { NotFound } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForApi } from '../api-request.ts';

/** Every path that is neither a file nor the API is a page of the console: index.html, whose router has its own 404 page. */
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
