import { Controller } from '@nestjs/common';
import {
  actualToken,
  generateToken,
  generateTokenPost,
  type InputOf,
  internalResolveToken,
  listTokens,
  revokeAnyToken,
  revokeToken,
  revokeTokenPost,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, Serves, STAFF } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { validToken } from './api-token.store.ts';
import { GenerateToken } from './generate-token.ts';
import { ResolveToken } from './resolve-token.ts';
import { RevokeAnyToken } from './revoke-any-token.ts';
import { RevokeToken } from './revoke-token.ts';
import { tokenList } from './token-list.read-model.ts';

@Controller()
export class ApiTokensController {
  constructor(
    private readonly database: Database,
    private readonly generate: GenerateToken,
    private readonly revoke: RevokeToken,
    private readonly revokeAny: RevokeAnyToken,
    private readonly resolve: ResolveToken,
  ) {}

  @Serves(actualToken)
  async getActual(@FromCaller() caller: Caller) {
    const account = signedIn(caller);
    const token = await this.database.read(IDENTITY, (em) => validToken(em, account.id));
    return { created: token?.created.toISOString() ?? null, last_used: token?.last_used?.toISOString() ?? null };
  }

  @Serves(generateToken)
  async getGenerate(@FromCaller() caller: Caller) {
    return { token: await this.generate.run(caller) };
  }

  @Serves(generateTokenPost)
  async postGenerate(@FromCaller() caller: Caller) {
    return { token: await this.generate.run(caller) };
  }

  @Serves(revokeToken)
  async getRevoke(@FromCaller() caller: Caller) {
    await this.revoke.run(caller);
    return { ok: true };
  }

  @Serves(revokeTokenPost)
  async postRevoke(@FromCaller() caller: Caller) {
    await this.revoke.run(caller);
    return { ok: true };
  }

  @Serves(listTokens)
  getAll(@FromRequest() { query }: InputOf<typeof listTokens>) {
    return this.database.read(STAFF, (em) => tokenList(em, query));
  }

  @Serves(revokeAnyToken)
  async deleteAny(@FromRequest() { params }: InputOf<typeof revokeAnyToken>, @FromCaller() caller: Caller) {
    await this.revokeAny.run(params.key, caller);
    return { ok: true };
  }

  @Serves(internalResolveToken)
  async postResolve(@FromRequest() { body }: InputOf<typeof internalResolveToken>, @FromCaller() caller: Caller) {
    return { record: await this.resolve.run(body.hash, caller) };
  }
}
