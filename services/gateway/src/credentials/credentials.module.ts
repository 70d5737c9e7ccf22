import { Module } from '@nestjs/common';
import { SessionReader } from './session-reader.ts';
import { TokenReader } from './token-reader.ts';

/** Reads what a request identifies itself with. */
@Module({ providers: [SessionReader, TokenReader], exports: [SessionReader, TokenReader] })
export class CredentialsModule {}
