import { Controller } from '@nestjs/common';
import {
  blockServiceAccount,
  blockServiceAccountPost,
  changeServiceAccount,
  createServiceAccount,
  createServiceAccounts,
  deleteServiceAccount,
  getServiceAccount,
  type InputOf,
  listFreeServiceAccounts,
  listServiceAccounts,
  resetServiceAccount,
  unblockServiceAccount,
  unblockServiceAccountPost,
  unlinkServiceAccount,
  unlinkServiceAccountPost,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, Serves, STAFF } from '@leakwatch/platform';
import { EditServiceAccounts } from './edit-service-accounts.ts';
import { ImportServiceAccounts } from './import-service-accounts.ts';
import { freeServiceAccounts, serviceAccountById, serviceAccountList } from './service-account-list.read-model.ts';

type OfOne = InputOf<typeof getServiceAccount>;

@Controller()
export class ServiceAccountsController {
  constructor(
    private readonly database: Database,
    private readonly edit: EditServiceAccounts,
    private readonly importAccounts: ImportServiceAccounts,
  ) {}

  @Serves(listServiceAccounts)
  getList(@FromRequest() { query }: InputOf<typeof listServiceAccounts>) {
    return this.database.read(STAFF, (em) => serviceAccountList(em, query));
  }

  @Serves(listFreeServiceAccounts)
  getFree(@FromRequest() { query }: InputOf<typeof listFreeServiceAccounts>) {
    return this.database.read(STAFF, (em) => freeServiceAccounts(em, query));
  }

  @Serves(getServiceAccount)
  async getOne(@FromRequest() { params }: OfOne) {
    const account = await this.database.read(STAFF, (em) => serviceAccountById(em, params.id));
    if (account === undefined) throw new NotFound();
    return account;
  }

  @Serves(createServiceAccount)
  post(@FromRequest() { body }: InputOf<typeof createServiceAccount>, @FromCaller() caller: Caller) {
    return this.edit.create(body, caller);
  }

  @Serves(createServiceAccounts)
  async postMany(@FromRequest() { body }: InputOf<typeof createServiceAccounts>, @FromCaller() caller: Caller) {
    return { count: await this.importAccounts.run(body, caller) };
  }

  @Serves(changeServiceAccount)
  patch(@FromRequest() { params, body }: InputOf<typeof changeServiceAccount>, @FromCaller() caller: Caller) {
    return this.edit.change(params.id, body, caller);
  }

  @Serves(deleteServiceAccount)
  async delete(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    await this.edit.delete(params.id, caller);
    return { ok: true };
  }

  @Serves(resetServiceAccount)
  patchReset(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'reset', caller);
  }

  @Serves(blockServiceAccount)
  getBlock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'block', caller);
  }

  @Serves(blockServiceAccountPost)
  postBlock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'block', caller);
  }

  @Serves(unblockServiceAccount)
  getUnblock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unblock', caller);
  }

  @Serves(unblockServiceAccountPost)
  postUnblock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unblock', caller);
  }

  @Serves(unlinkServiceAccount)
  getUnlink(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unlink', caller);
  }

  @Serves(unlinkServiceAccountPost)
  postUnlink(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unlink', caller);
  }
}
