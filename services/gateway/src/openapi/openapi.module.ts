import { Controller, Module } from '@nestjs/common';
import { getOpenApi } from '@leakwatch/contracts';
import { Serves } from '@leakwatch/platform';
import { openApiDocument } from './openapi-document.ts';

@Controller()
export class OpenApiController {
  @Serves(getOpenApi)
  get() {
    return openApiDocument();
  }
}

/** The description of the API. */
@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
