import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { Severity } from '@leakwatch/vocabulary';
import { type Compared, NOTHING_COMPARED } from '../similarity/compare-texts.ts';

/** A copy of a regex template of staff; a deleted one keeps its row, so that an older message does not restore it. */
export const RegexTemplateEntity = defineEntity({
  name: 'RegexTemplate',
  tableName: 'regex_template',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    name: p.text(),
    regex: p.text(),
    hint: p.text(),
    severity: p.text().$type<Severity>(),
    deleted: p.boolean(),
  },
});
export type StoredTemplate = RowOf<typeof RegexTemplateEntity>;

/** What a detector or template found in an event, as it is stored; `id` is that of the wire. */
export interface StoredToken {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
  readonly masked: readonly string[];
}

export interface Examination {
  readonly compared: Compared;
  readonly tokens: readonly StoredToken[];
  readonly severity: Severity | null;
}

/** Of an event without a text. */
export const NOTHING_FOUND: Examination = { tokens: [], severity: null, compared: NOTHING_COMPARED };

/** One row: what events are examined with, and how far that was done for the stored ones. */
export const DetectorSetEntity = defineEntity({
  name: 'DetectorSet',
  tableName: 'detector_set',
  schema: 'events',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Raised by every change of a template or of the detectors. */
    revision: p.integer(),
    /** DETECTORS_VERSION of the newest process that ran. */
    built_in: p.integer(),
    /** The last event, by id, that was examined with this revision. */
    examined_to: p.uuid().nullable(),
    examined: p.boolean(),
  },
});
