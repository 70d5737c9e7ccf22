import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { ActInOrganisation } from './act-in-organisation.ts';
import { ActingController } from './acting.controller.ts';
import { EndOfActing } from './end-of-acting.ts';

/** Staff work in an organisation's name (docs/decisions/0075-acting.md). */
@Module({ imports: [SessionsModule], controllers: [ActingController], providers: [ActInOrganisation, EndOfActing] })
export class ActingModule {}
