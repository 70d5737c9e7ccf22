import { Injectable } from '@nestjs/common';
import {
  type createEventView,
  type EventView,
  type InputOf,
  ORGANISATION_VIEWS_MAX,
  OWN_VIEWS_MAX,
  type updateEventView,
} from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  databaseNow,
  Forbidden,
  newId,
  NotFound,
  organisationScope,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { describeViews } from './describe-views.ts';
import { addView, countForAdding, lockView, removeView, updateView, type ViewReader, viewsOf } from './saved-view.store.ts';

/** Saved views of people and organisations (docs/behaviour/events.md). A view that the caller does not see is NotFound. */
@Injectable()
export class EditViews {
  constructor(private readonly database: Database) {}

  /** Those of the caller and of the organisation; none for a caller without one. */
  async list(caller: Caller): Promise<EventView[]> {
    const reader = readerOf(caller);
    if (reader === undefined) return [];
    return this.within(reader, async (em) => describeViews(em, await viewsOf(em, reader)));
  }

  /** Throws Forbidden `not_in_organisation`, Conflict `view_exists` and `views_max`. */
  async create({ shared, filters, name, sort }: InputOf<typeof createEventView>['body'], caller: Caller): Promise<EventView> {
    const reader = readerOf(caller);
    if (reader === undefined) throw new Forbidden('not_in_organisation');
    const owner = shared ? null : reader.account;
    const author = caller.account?.username ?? '';
    const view = {
      id: newId(),
      organisation_id: reader.organisation,
      owner_id: owner,
      author_name: author,
      name,
      filters,
      sort: sort ?? null,
    };
    return this.within(reader, async (em) => {
      const count = await countForAdding(em, reader.organisation, owner);
      if (count >= (shared ? ORGANISATION_VIEWS_MAX : OWN_VIEWS_MAX)) throw new Conflict('views_max');
      if (!(await addView(em, view))) throw new Conflict('view_exists');
      return oneOf(await describeViews(em, [{ ...view, created: await databaseNow(em), edit_version: 1 }]));
    });
  }

  /** Throws NotFound, Conflict `view_exists`, and `changed_meanwhile` where the view has another version than the body names. */
  change(id: string, { name, filters, sort, version }: InputOf<typeof updateEventView>['body'], caller: Caller): Promise<EventView> {
    return this.edit(id, caller, async (em, view) => {
      if (version !== undefined && version !== view.edit_version) throw new Conflict('changed_meanwhile', { version: view.edit_version });
      const wanted = { ...view, name: name ?? view.name, ...(filters !== undefined && { filters, sort: sort ?? null }) };
      const changed = await updateView(em, wanted);
      if (changed === undefined) throw new Conflict('view_exists');
      return oneOf(await describeViews(em, [changed]));
    });
  }

  /** Throws NotFound. */
  async remove(id: string, caller: Caller): Promise<void> {
    await this.edit(id, caller, (em) => removeView(em, id));
  }

  private edit<T>(
    id: string,
    caller: Caller,
    change: (em: SqlEntityManager, view: NonNullable<Awaited<ReturnType<typeof lockView>>>) => Promise<T>,
  ): Promise<T> {
    const reader = readerOf(caller);
    if (reader === undefined) throw new NotFound();
    return this.within(reader, async (em) => {
      const view = await lockView(em, id, reader);
      if (view === undefined) throw new NotFound();
      return change(em, view);
    });
  }

  /** Staff too see the views of their own organisation alone. */
  private within<T>(reader: ViewReader, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    return this.database.inScope(organisationScope(reader.organisation), work);
  }
}

function readerOf({ organisation, account }: Caller): ViewReader | undefined {
  return organisation === null || account === null ? undefined : { organisation, account: account.id };
}

function oneOf(views: readonly EventView[]): EventView {
  const [view] = views;
  if (view === undefined) throw new Error('no view was described');
  return view;
}
