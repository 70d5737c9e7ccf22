import { Readable } from 'node:stream';
import { Controller, Req } from '@nestjs/common';
import { checkExpression, type InputOf, uploadKeywords } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, LeakwatchError, Serves } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { TryExpression } from '../expressions/try-expression.ts';
import { readKeywordFile } from './read-keyword-file.ts';
import { receiveKeywordFile } from './receive-keyword-file.ts';

/** Checks what a person enters in a task form. Nothing is saved. */
@Controller()
export class PatternHelpController {
  constructor(private readonly trial: TryExpression) {}

  @Serves(uploadKeywords)
  async postFile(@Req() request: FastifyRequest) {
    const { body } = request;
    if (!(body instanceof Readable)) throw new LeakwatchError('keyword_file_missing', 400);
    return readKeywordFile(await receiveKeywordFile(body, request.headers['content-type'] ?? ''));
  }

  @Serves(checkExpression)
  postExpression(@FromRequest() input: InputOf<typeof checkExpression>, @FromCaller() caller: Caller) {
    return this.trial.run(input.body, caller);
  }
}
