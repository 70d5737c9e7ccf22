import type { Locale, SourceType } from '@leakwatch/vocabulary';
import type { DigestContent } from './digest-mail.store.ts';
import { maskText } from './mask-text.domain.ts';

interface Words {
  readonly subject: (events: string, title: string) => string;
  readonly events: Readonly<Record<string, string>>;
  readonly text: (parts: { events: string; title: string; lines: string; more: string; link: string }) => string;
  readonly more: (number: number) => string;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  ru: {
    subject: (events, title) => `Leakwatch: ${events} — ${title}`,
    events: { one: 'новое событие', few: 'новых события', many: 'новых событий', other: 'новых событий' },
    more: (number) => `и ещё ${number}`,
    text: ({ events, title, lines, more, link }) => `Здравствуйте!

По задаче «${title}» найдено: ${events}.

${lines}${more}

Посмотреть их в консоли:
${link}

Что именно найдено, показывает только консоль. Вы получили это письмо, потому что указаны получателем задачи.
`,
  },
  en: {
    subject: (events, title) => `Leakwatch: ${events} – ${title}`,
    events: { one: 'new event', other: 'new events' },
    more: (number) => `and ${number} more`,
    text: ({ events, title, lines, more, link }) => `Hello!

The task “${title}” found ${events}.

${lines}${more}

See them in the console:
${link}

What was found is shown by the console alone. You get this mail because you are a recipient of the task.
`,
  },
};

const SOURCES: Readonly<Record<SourceType, string>> = {
  github: 'GitHub',
  gist: 'Gist',
  pastebin: 'Pastebin',
  gitlab_cloud: 'GitLab',
  telegram: 'Telegram',
  git_repo: 'Git',
  google_docs: 'Google Docs',
};

/** What a digest says: how many, the first ones by place and never by content, and where to look. */
export function digestText(content: DigestContent, locale: Locale, link: string): { subject: string; text: string } {
  const words = WORDS[locale];
  const form = words.events[new Intl.PluralRules(locale).select(content.count)] ?? words.events['other'] ?? '';
  const events = `${content.count} ${form}`;
  const title = maskText(content.title);
  const lines = content.rows
    .map(({ source, repository, path, line }) => `- ${SOURCES[source]}: ${maskText(repository)}, ${maskText(path)}:${line}`)
    .join('\n');
  const rest = content.count - content.rows.length;
  const more = rest > 0 ? `\n${words.more(rest)}` : '';
  return { subject: words.subject(events, title), text: words.text({ events, title, lines, more, link }) };
}
