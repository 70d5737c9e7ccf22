import type { WebhookFormat } from '@leakwatch/vocabulary';
import { ocsfBody } from './ocsf.ts';
import { plainBody } from './plain.ts';
import { slackBody } from './slack.ts';
import type { Subject } from './subject.ts';

const BODIES: Readonly<Record<WebhookFormat, (subject: Subject) => object>> = { plain: plainBody, slack: slackBody, ocsf: ocsfBody };

/** Longest text and list of a body, so that it stays below 256 KiB whatever the name of a file: receivers refuse more. */
const TEXT_MAX = 1_000;
const LIST_MAX = 20;
const SLACK_TEXT_MAX = 3_000;

/** The first half of a character, behind which a cut fell: JSON with it is refused by many receivers. */
const HALF_AT_END = /[\uD800-\uDBFF]$/;
const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(HALF_AT_END, '')}…`;

/** The JSON that is sent. */
export function bodyOf(format: WebhookFormat, subject: Subject): string {
  const longest = format === 'slack' ? SLACK_TEXT_MAX : TEXT_MAX;
  return JSON.stringify(BODIES[format](subject), (_, value: unknown) => {
    if (typeof value === 'string') return shortened(value, longest);
    return Array.isArray(value) ? value.slice(0, LIST_MAX) : value;
  });
}
