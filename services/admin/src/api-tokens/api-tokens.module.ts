import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { ApiTokensController } from './api-tokens.controller.ts';
import { GenerateToken } from './generate-token.ts';
import { ResolveToken } from './resolve-token.ts';
import { RevokeAnyToken } from './revoke-any-token.ts';
import { RevokeToken } from './revoke-token.ts';

@Module({
  imports: [SessionsModule],
  controllers: [ApiTokensController],
  providers: [ApiTokenCache, GenerateToken, RevokeAnyToken, RevokeToken, ResolveToken],
})
export class ApiTokensModule {}
