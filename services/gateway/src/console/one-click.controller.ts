import { Readable } from 'node:stream';
import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { answerRecipient } from '@leakwatch/contracts';
import { InvalidRequest, ServiceClients } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { nobody } from '../guards/identify.guard.ts';

/** A form of one field. */
const FORM_BYTES = 2_048;

/**
 * RFC 8058: a mail program stops the mails to a recipient outside the organisation by a POST to the address in `List-Unsubscribe`. A GET of the same
 * address is the page with the buttons, which decides nothing: programs that check mails open it. The code is all that allows the call, so it
 * needs no session and no CSRF token.
 */
@Controller()
export class OneClickController {
  constructor(private readonly services: ServiceClients) {}

  /** Throws code_invalid, invalid_request where the form does not ask for it, too_many_requests. */
  @Post('mails')
  @HttpCode(200)
  async stop(@Query('code') sent: unknown, @Req() request: FastifyRequest) {
    const read = answerRecipient.body.shape.code.safeParse(sent);
    if (!read.success || !isOneClick(await textOf(request.body))) throw new InvalidRequest('invalid_request', {});
    await this.services.call(answerRecipient, nobody(request), { body: { code: read.data, wanted: false } });
    return { ok: true };
  }
}

/** As a form of either kind: `List-Unsubscribe=One-Click`, or a part of that name with that text. */
const isOneClick = (form: string): boolean => /List-Unsubscribe(?:=|"\s+)One-Click/i.test(form);

/** The beginning of a body; the rest is of no concern. */
async function textOf(body: unknown): Promise<string> {
  let text = '';
  if (body instanceof Readable) for await (const part of body) if ((text += String(part)).length > FORM_BYTES) break;
  return text;
}
