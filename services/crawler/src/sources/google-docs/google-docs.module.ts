import { Module } from '@nestjs/common';
import { GoogleDocsSource } from './google-docs.source.ts';

/** Public documents of Google. */
@Module({ providers: [GoogleDocsSource], exports: [GoogleDocsSource] })
export class GoogleDocsModule {}
