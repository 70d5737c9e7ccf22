import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { AccessGuard } from './access.guard.ts';
import { ActingGuard } from './acting.guard.ts';
import { CsrfGuard } from './csrf.guard.ts';
import { IdentifyGuard } from './identify.guard.ts';
import { PasswordGuard } from './password.guard.ts';
import { RouteGuard } from './route.guard.ts';

/** The guards of every request, in the order in which they run (docs/decisions/0005-guards-of-the-gateway.md). */
@Module({
  imports: [CredentialsModule],
  providers: [RouteGuard, IdentifyGuard, CsrfGuard, ActingGuard, AccessGuard, PasswordGuard].map((guard) => ({
    provide: APP_GUARD,
    useClass: guard,
  })),
})
export class GuardsModule {}
