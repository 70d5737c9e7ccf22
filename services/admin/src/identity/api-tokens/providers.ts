import { ApiTokenCache } from './api-token.cache.ts';
import { GenerateToken } from './generate-token.ts';
import { ResolveToken } from './resolve-token.ts';
import { RevokeToken } from './revoke-token.ts';

/** What API tokens bring to the service's module. */
export const apiTokenProviders = [ApiTokenCache, GenerateToken, RevokeToken, ResolveToken];
