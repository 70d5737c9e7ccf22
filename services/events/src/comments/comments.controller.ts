import { Controller } from '@nestjs/common';
import { commentOnMany, createComment, deleteComment, getComment, type InputOf, listComments, updateComment } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, noteOrganisations, NotFound, scopeOf, Serves } from '@leakwatch/platform';
import { findEvent } from '../leak-events/lock-events.store.ts';
import { CommentOnMany } from './comment-on-many.ts';
import { commentsOf, findComment, toWire } from './comment.store.ts';
import { WriteComment } from './write-comment.ts';

@Controller()
export class CommentsController {
  constructor(
    private readonly database: Database,
    private readonly write: WriteComment,
    private readonly many: CommentOnMany,
  ) {}

  @Serves(listComments)
  getList(@FromRequest() input: InputOf<typeof listComments>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), async (em) => {
      const event = await findEvent(em, input.query.event);
      if (event === undefined) throw new NotFound();
      noteOrganisations(caller, [event.organisation_id]);
      return (await commentsOf(em, event.id)).map(toWire);
    });
  }

  @Serves(createComment)
  post(@FromRequest() input: InputOf<typeof createComment>, @FromCaller() caller: Caller) {
    return this.write.add(input.body.event, input.body.text, caller);
  }

  @Serves(commentOnMany)
  postMany(@FromRequest() input: InputOf<typeof commentOnMany>, @FromCaller() caller: Caller) {
    return this.many.add(input.body, caller);
  }

  @Serves(getComment)
  async get(@FromRequest() input: InputOf<typeof getComment>, @FromCaller() caller: Caller) {
    const comment = await this.database.read(scopeOf(caller), (em) => findComment(em, input.params.id));
    if (comment === undefined) throw new NotFound();
    noteOrganisations(caller, [comment.organisation_id]);
    return toWire(comment);
  }

  @Serves(updateComment)
  patch(@FromRequest() input: InputOf<typeof updateComment>, @FromCaller() caller: Caller) {
    return this.write.change(input.params.id, input.body.text, caller);
  }

  @Serves(deleteComment)
  async delete(@FromRequest() input: InputOf<typeof deleteComment>, @FromCaller() caller: Caller) {
    await this.write.remove(input.params.id, caller);
    return { ok: true as const };
  }
}
