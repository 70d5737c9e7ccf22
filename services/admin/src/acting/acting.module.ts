import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { ActInOrganisation } from './act-in-organisation.ts';
import { ActingController } from './acting.controller.ts';

/** Staff work in an organisation's name (docs/decisions/0075-acting.md). */
@Module({ imports: [SessionsModule], controllers: [ActingController], providers: [ActInOrganisation] })
export class ActingModule {}
