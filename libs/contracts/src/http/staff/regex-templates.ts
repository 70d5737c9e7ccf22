import { DROP_REASONS, EXPRESSION_MAX, REGEX_TEMPLATE_HINT_MAX, REGEX_TEMPLATE_NAME_MAX } from '@leakwatch/rules';
import { DETECTOR_KINDS, SEVERITIES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { nameOf } from '../../name.ts';
import { done, editVersion, idParams, seenVersion } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { EXPRESSION_SAMPLE_MAX } from '../tasks/pattern-help.ts';

/** The namespace of the ids that detectors of Leakwatch have on the wire (UUIDv5 of the detector's own id); fixed for ever. */
export const DETECTOR_ID_NAMESPACE = '0d1f6a0e-8a55-5d8e-9f0b-3c1c6f4f2b7d';

const regexTemplate = z.object({
  id: z.uuid(),
  /** English for a detector of Leakwatch; the console has the names in each language. */
  name: z.string(),
  regex: z.string(),
  hint: z.string(),
  severity: z.enum(SEVERITIES),
  /** The detector of Leakwatch; null for a template of staff. */
  detector: z.string().nullable(),
  kind: z.enum(DETECTOR_KINDS).nullable(),
  /** null for a detector of Leakwatch, which cannot be changed. */
  version: editVersion.nullable(),
});
export type RegexTemplate = z.output<typeof regexTemplate>;

export const listRegexTemplates = defineRoute({
  method: 'GET',
  path: '/api/regex/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: 'List what is looked for in each finding: the templates of staff by name, then the detectors of Leakwatch',
  answer: z.array(regexTemplate),
  errors: [],
});

const templateBody = z.object({
  name: nameOf(REGEX_TEMPLATE_NAME_MAX),
  /** Checked by the engine; without flags and delimiters. */
  regex: z.string().max(EXPRESSION_MAX * 2),
  hint: z.string().trim().max(REGEX_TEMPLATE_HINT_MAX).default(''),
  severity: z.enum(SEVERITIES).default('medium'),
});

const SAVE_ERRORS = ['regex_template_exists', 'regex_template_refused'] as const;

export const createRegexTemplate = defineRoute({
  method: 'POST',
  path: '/api/control/regex/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create a regex template; events are examined with it in the background',
  body: templateBody,
  answer: regexTemplate,
  errors: [...SAVE_ERRORS, 'regex_templates_max'],
});

export const changeRegexTemplate = defineRoute({
  method: 'PATCH',
  path: '/api/control/regex/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change a regex template; events are examined again in the background',
  params: idParams,
  body: z.object({
    name: templateBody.shape.name.optional(),
    regex: templateBody.shape.regex.optional(),
    hint: z.string().trim().max(REGEX_TEMPLATE_HINT_MAX).optional(),
    severity: z.enum(SEVERITIES).optional(),
    ...seenVersion,
  }),
  answer: regexTemplate,
  errors: [...SAVE_ERRORS, 'changed_meanwhile'],
});

export const deleteRegexTemplate = defineRoute({
  method: 'DELETE',
  path: '/api/control/regex/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete a regex template; events lose what it found in the background',
  params: idParams,
  answer: done,
  errors: [],
});

/** What an expression costs at the most: instructions for each byte of a finding in which it runs. */
const cost = z.object({ instructions: z.number().int(), most: z.number().int() });

export const tryRegexTemplate = defineRoute({
  method: 'POST',
  path: '/api/control/regex/try/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Try an expression on a sample: whether it can run, what it costs, and its matches; nothing is saved',
  body: z.object({ regex: z.string().max(EXPRESSION_MAX * 2), sample: z.string().max(EXPRESSION_SAMPLE_MAX).default('') }),
  /** A character of the sample takes up to six bytes in JSON. */
  bodyBytes: 6 * EXPRESSION_SAMPLE_MAX + 4 * 1024,
  bodyLeavesNul: true,
  answer: z.object({
    /** Why it cannot run; null when it can. */
    reason: z.enum(DROP_REASONS).nullable(),
    /** Texts of each alternative, longest first: the expression runs only on findings that hold the first text of one; without any on all. */
    queries: z.array(z.array(z.string())),
    /** null when it cannot run. */
    cost: cost.nullable(),
    /** Matches in the sample, in UTF-16 code units. */
    matches: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  }),
  errors: [],
});
