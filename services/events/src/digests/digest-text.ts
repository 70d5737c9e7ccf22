import { MAX_TELEGRAM_TEXT } from '@leakwatch/contracts';
import { type Locale, SOURCE_NAMES } from '@leakwatch/vocabulary';
import type { DigestContent } from './digest.entities.ts';
import type { ReadingReason } from './digest-readers.domain.ts';
import { DIGEST_WORDS } from './digest-words.ts';
import { maskText } from './mask-text.domain.ts';

/** Addresses of the console: the task's events, and where notifications are switched off. */
export interface DigestLinks {
  readonly events: string;
  readonly settings: string;
  /** Where a recipient outside the organisation stops the mails; null for others. */
  readonly stop: string | null;
}

function describe({ count, title }: DigestContent, locale: Locale): { events: string; title: string } {
  const { events } = DIGEST_WORDS[locale];
  const form = events[new Intl.PluralRules(locale).select(count)] ?? events['other'] ?? '';
  return { events: `${count} ${form}`, title: maskText(title) };
}

/** The first so many places, and how many more there are. */
function linesOf({ rows, count }: DigestContent, locale: Locale, shown: number): string {
  const lines = rows
    .slice(0, shown)
    .map(({ source, repository, path, line }) => `- ${SOURCE_NAMES[locale][source]}: ${maskText(repository)}, ${maskText(path)}:${line}`);
  const rest = count - lines.length;
  return [...lines, ...(rest > 0 ? [DIGEST_WORDS[locale].more(rest)] : [])].join('\n');
}

/** What a mail says: how many, the first ones by place and never by content, where to look, and why it came. */
export function digestMail(
  content: DigestContent,
  locale: Locale,
  links: DigestLinks,
  reason: ReadingReason,
): { subject: string; text: string } {
  const words = DIGEST_WORDS[locale];
  const about = describe(content, locale);
  const lines = linesOf(content, locale, content.rows.length);
  const because = reason === 'recipient' && links.stop !== null ? words.because.outside(links.stop) : words.because[reason](links.settings);
  return { subject: words.subject(about.events, about.title), text: words.mail({ ...about, lines, link: links.events, because }) };
}

/** The text for a chat: no more than the mail says, and no more places than a message holds. */
export function digestMessage(content: DigestContent, locale: Locale, links: DigestLinks): string {
  const words = DIGEST_WORDS[locale];
  for (let shown = content.rows.length; ; shown -= 1) {
    const text = words.message({ ...describe(content, locale), lines: linesOf(content, locale, shown), link: links.events });
    if (text.length <= MAX_TELEGRAM_TEXT || shown === 0) return text;
  }
}
