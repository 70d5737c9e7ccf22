import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { LiveController } from './live.controller.ts';
import { LiveStreams } from './live-streams.ts';

/** Live updates of the console. */
@Module({ imports: [CredentialsModule], controllers: [LiveController], providers: [LiveStreams] })
export class LiveModule {}
