import { SEVERITY_NAMES, STATUS_NAMES } from '@leakwatch/vocabulary';
import { placeOf, type Subject, titleOf } from './subject.ts';

/** Slack's limit for the text of a section, in characters; a title takes the smaller part of it, so that its link always ends. */
const SECTION_MAX = 3_000;
const TITLE_MAX = 1_000;
const FACTS_MAX = 2_000;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const isMarkup = (sign: string): boolean => '*_~`'.includes(sign);

/** Text in which nothing is a link, a mention or markup of Slack, cut between two characters where it grows over `most`. */
function escaped(text: string, most: number): string {
  let shown = '';
  for (const sign of text) {
    const next = isMarkup(sign) ? `\u200b${sign}` : (ESCAPES[sign] ?? sign);
    if (shown.length + next.length > most) break;
    shown += next;
  }
  return shown;
}

/** `verbatim`: an address that is the name of a file or of a repository does not become a link. */
const markdown = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

/** A message for an incoming webhook of Slack. */
export function slackBody(subject: Subject): object {
  const { event, kind, from, to, link } = subject;
  const title = escaped(titleOf(subject), TITLE_MAX);
  if (event === null) return { text: title };
  const changed = from !== null && to !== null ? `${STATUS_NAMES.en[from]} → ${STATUS_NAMES.en[to]}` : STATUS_NAMES.en[event.status];
  const severity = event.severity === null ? [] : [`Severity: ${SEVERITY_NAMES.en[event.severity]}`];
  const archive = event.from_archive ? ['Found in the archive'] : [];
  const facts = escaped([...severity, `Status: ${changed}`, `Task: ${event.task_name}`, ...archive].join(' · '), FACTS_MAX);
  const head = kind === 'event.created' ? 'New leak' : 'Status changed';
  const linked = `*${head}*\n<${link}|${title}>\n`;
  return {
    text: `${head}: ${title}`,
    unfurl_links: false,
    blocks: [
      { type: 'section', text: markdown(linked + escaped(placeOf(event), SECTION_MAX - linked.length)) },
      { type: 'context', elements: [markdown(facts)] },
    ],
  };
}
