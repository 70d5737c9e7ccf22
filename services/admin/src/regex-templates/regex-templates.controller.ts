import { Controller } from '@nestjs/common';
import {
  changeRegexTemplate,
  createRegexTemplate,
  deleteRegexTemplate,
  type InputOf,
  listRegexTemplates,
  tryRegexTemplate,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { EditTemplates } from './edit-templates.ts';
import { regexTemplates } from './regex-templates.read-model.ts';
import { TryTemplate } from './try-template.ts';

@Controller()
export class RegexTemplatesController {
  constructor(
    private readonly edit: EditTemplates,
    private readonly trial: TryTemplate,
    private readonly database: Database,
  ) {}

  /** Templates belong to the installation: every organisation gets the same. */
  @Serves(listRegexTemplates)
  getList() {
    return this.database.read(STAFF, regexTemplates);
  }

  @Serves(createRegexTemplate)
  post(@FromRequest() { body }: InputOf<typeof createRegexTemplate>, @FromCaller() caller: Caller) {
    return this.edit.create(body, caller);
  }

  @Serves(changeRegexTemplate)
  patch(@FromRequest() { params, body }: InputOf<typeof changeRegexTemplate>, @FromCaller() caller: Caller) {
    return this.edit.change(params.id, body, caller);
  }

  @Serves(deleteRegexTemplate)
  async delete(@FromRequest() { params }: InputOf<typeof deleteRegexTemplate>, @FromCaller() caller: Caller) {
    await this.edit.delete(params.id, caller);
    return { ok: true };
  }

  @Serves(tryRegexTemplate)
  postTrial(@FromRequest() { body }: InputOf<typeof tryRegexTemplate>, @FromCaller() caller: Caller) {
    return this.trial.run(body, caller);
  }
}
