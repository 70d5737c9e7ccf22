import { Module } from '@nestjs/common';
import { PastebinSource } from './pastebin.source.ts';

/** New pastes of Pastebin. */
@Module({ providers: [PastebinSource], exports: [PastebinSource] })
export class PastebinModule {}
