import { Controller } from '@nestjs/common';
import { createEventView, deleteEventView, type InputOf, listEventViews, updateEventView } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { EditViews } from './edit-views.ts';

@Controller()
export class ViewsController {
  constructor(private readonly views: EditViews) {}

  @Serves(listEventViews)
  getList(@FromCaller() caller: Caller) {
    return this.views.list(caller);
  }

  @Serves(createEventView)
  post(@FromRequest() { body }: InputOf<typeof createEventView>, @FromCaller() caller: Caller) {
    return this.views.create(body, caller);
  }

  @Serves(updateEventView)
  patch(@FromRequest() { params, body }: InputOf<typeof updateEventView>, @FromCaller() caller: Caller) {
    return this.views.change(params.id, body, caller);
  }

  @Serves(deleteEventView)
  async delete(@FromRequest() { params }: InputOf<typeof deleteEventView>, @FromCaller() caller: Caller) {
    await this.views.remove(params.id, caller);
    return { ok: true as const };
  }
}
