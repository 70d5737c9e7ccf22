import { SEVERITY_NAMES, STATUS_NAMES } from '@leakwatch/vocabulary';
import { placeOf, type Subject, titleOf } from './subject.ts';

/** Slack's limit for the text of a section is 3,000 characters. */
const TEXT_MAX = 2_500;

/** Text in which nothing is a link, a mention or markup of Slack. */
const escaped = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, (sign) => `\u200b${sign}`);

/** A message for an incoming webhook of Slack. */
export function slackBody(subject: Subject): object {
  const { event, kind, from, to, link } = subject;
  const title = escaped(titleOf(subject));
  if (event === null) return { text: title };
  const changed = from !== null && to !== null ? `${STATUS_NAMES.en[from]} → ${STATUS_NAMES.en[to]}` : STATUS_NAMES.en[event.status];
  const severity = event.severity === null ? [] : [`Severity: ${SEVERITY_NAMES.en[event.severity]}`];
  const archive = event.from_archive ? ['Found in the archive'] : [];
  const facts = [...severity, `Status: ${changed}`, `Task: ${event.task_name}`, ...archive].map(escaped).join(' · ');
  const head = kind === 'event.created' ? 'New leak' : 'Status changed';
  return {
    text: `${head}: ${title}`,
    unfurl_links: false,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${head}*\n<${link}|${title}>\n${escaped(placeOf(event))}`.slice(0, 3_000) } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: facts.slice(0, 2_000) }] },
    ],
  };
}
