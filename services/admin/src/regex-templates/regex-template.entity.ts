import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { Severity } from '@leakwatch/vocabulary';

/** An expression that staff want to be looked for in each finding. */
export const RegexTemplateEntity = defineEntity({
  name: 'RegexTemplate',
  tableName: 'regex_template',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Other services ignore a message with an older version. */
    version: p.integer().default(1),
    name: p.text(),
    regex: p.text(),
    hint: p.text(),
    severity: p.text().$type<Severity>(),
    created: p.datetime().defaultRaw('now()'),
  },
});
export type StoredTemplate = RowOf<typeof RegexTemplateEntity>;
