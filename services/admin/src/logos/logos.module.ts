import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { LogosController } from './logos.controller.ts';
import { OBJECTS } from './objects.ts';
import { ReadLogo } from './read-logo.ts';
import { SweepLogos } from './sweep-logos.ts';
import { UploadLogo } from './upload-logo.ts';

/** Logos of organisations. */
@Module({
  controllers: [LogosController],
  providers: [{ provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects }, UploadLogo, ReadLogo, SweepLogos],
  exports: [ReadLogo, SweepLogos],
})
export class LogosModule {}
