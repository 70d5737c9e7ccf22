import { Controller } from '@nestjs/common';
import {
  blockProxy,
  blockProxyPost,
  changeProxy,
  createProxies,
  createProxy,
  deleteProxies,
  deleteProxy,
  getProxy,
  type InputOf,
  listFreeProxies,
  listProxies,
  unblockProxy,
  unblockProxyPost,
  unlinkProxy,
  unlinkProxyPost,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, Serves, STAFF } from '@leakwatch/platform';
import { EditProxies } from './edit-proxies.ts';
import { freeProxies, proxyById, proxyList } from './proxy-list.read-model.ts';

type OfOne = InputOf<typeof blockProxy>;

@Controller()
export class ProxiesController {
  constructor(
    private readonly database: Database,
    private readonly edit: EditProxies,
  ) {}

  @Serves(listProxies)
  getList(@FromRequest() { query }: InputOf<typeof listProxies>) {
    return this.database.read(STAFF, (em) => proxyList(em, query));
  }

  @Serves(listFreeProxies)
  getFree(@FromRequest() { query }: InputOf<typeof listFreeProxies>) {
    return this.database.read(STAFF, (em) => freeProxies(em, query));
  }

  @Serves(getProxy)
  async getOne(@FromRequest() { params }: InputOf<typeof getProxy>) {
    const proxy = await this.database.read(STAFF, (em) => proxyById(em, params.id));
    if (proxy === undefined) throw new NotFound();
    return proxy;
  }

  @Serves(createProxy)
  post(@FromRequest() { body }: InputOf<typeof createProxy>, @FromCaller() caller: Caller) {
    return this.edit.create(body, caller);
  }

  @Serves(createProxies)
  async postMany(@FromRequest() { body }: InputOf<typeof createProxies>, @FromCaller() caller: Caller) {
    return { count: await this.edit.createMany(body, caller) };
  }

  @Serves(changeProxy)
  patch(@FromRequest() { params, body }: InputOf<typeof changeProxy>, @FromCaller() caller: Caller) {
    return this.edit.change(params.id, body, caller);
  }

  @Serves(deleteProxy)
  async delete(@FromRequest() { params }: InputOf<typeof deleteProxy>, @FromCaller() caller: Caller) {
    await this.edit.delete(params.id, caller);
    return { ok: true };
  }

  @Serves(deleteProxies)
  async deleteMany(@FromRequest() { body }: InputOf<typeof deleteProxies>, @FromCaller() caller: Caller) {
    return { count: await this.edit.deleteMany(body, caller) };
  }

  @Serves(blockProxy)
  getBlock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'block', caller);
  }

  @Serves(blockProxyPost)
  postBlock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'block', caller);
  }

  @Serves(unblockProxy)
  getUnblock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unblock', caller);
  }

  @Serves(unblockProxyPost)
  postUnblock(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unblock', caller);
  }

  @Serves(unlinkProxy)
  getUnlink(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unlink', caller);
  }

  @Serves(unlinkProxyPost)
  postUnlink(@FromRequest() { params }: OfOne, @FromCaller() caller: Caller) {
    return this.edit.step(params.id, 'unlink', caller);
  }
}
