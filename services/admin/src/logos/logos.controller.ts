import { Readable } from 'node:stream';
import { Controller, Inject, Req, StreamableFile } from '@nestjs/common';
import { getLogo, type InputOf, internalLogo, LOGO_TYPE, uploadLogo } from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  LeakwatchError,
  NotFound,
  type ObjectStore,
  scopeOf,
  Serves,
} from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { isLogoSeen, logoKey } from './logo.store.ts';
import { OBJECTS } from './objects.ts';
import { ReadLogo } from './read-logo.ts';
import { UploadLogo } from './upload-logo.ts';

@Controller()
export class LogosController {
  constructor(
    private readonly upload: UploadLogo,
    private readonly logo: ReadLogo,
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  @Serves(uploadLogo)
  async post(@Req() request: FastifyRequest, @FromCaller() caller: Caller) {
    const { body } = request;
    if (!(body instanceof Readable)) throw new LeakwatchError('logo_missing', 400);
    return { logo: await this.upload.run(body, request.headers['content-type'] ?? '', caller) };
  }

  /** Another organisation's logo is not found, like one that does not exist. */
  @Serves(getLogo)
  async get(@FromRequest() { params }: InputOf<typeof getLogo>, @FromCaller() caller: Caller) {
    const isSeen = await this.database.read(scopeOf(caller), (em) => isLogoSeen(em, params.id));
    const file = isSeen ? await this.objects.read(logoKey(params.id)) : undefined;
    if (file === undefined) throw new NotFound();
    return new StreamableFile(file.stream, { type: LOGO_TYPE, disposition: 'inline; filename="logo.png"', length: file.bytes });
  }

  @Serves(internalLogo)
  async postInternal(@FromRequest() { body }: InputOf<typeof internalLogo>) {
    const png = await this.logo.run(body.organisation);
    return { png: png === undefined ? null : Buffer.from(png).toString('base64') };
  }
}
