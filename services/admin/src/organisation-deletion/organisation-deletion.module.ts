import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { DeleteOrganisation } from './delete-organisation.ts';
import { OrganisationDeletionController } from './organisation-deletion.controller.ts';

/** An organisation is deleted together with what other nouns hold of it. */
@Module({ imports: [SessionsModule], controllers: [OrganisationDeletionController], providers: [DeleteOrganisation] })
export class OrganisationDeletionModule {}
