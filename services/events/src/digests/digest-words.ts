import type { Locale } from '@leakwatch/vocabulary';
import type { ReadingReason } from './digest-readers.domain.ts';

interface Parts {
  readonly events: string;
  readonly title: string;
  readonly lines: string;
  readonly link: string;
}

export interface DigestWords {
  readonly subject: (events: string, title: string) => string;
  readonly events: Readonly<Record<string, string>>;
  readonly more: (number: number) => string;
  readonly mail: (parts: Parts & { readonly because: string }) => string;
  readonly because: Readonly<Record<ReadingReason | 'outside', (link: string) => string>>;
  readonly message: (parts: Parts) => string;
}

export const DIGEST_WORDS: Readonly<Record<Locale, DigestWords>> = {
  ru: {
    subject: (events, title) => `Leakwatch: ${events} — ${title}`,
    events: { one: 'новое событие', few: 'новых события', many: 'новых событий', other: 'новых событий' },
    more: (number) => `и ещё ${number}`,
    mail: ({ events, title, lines, link, because }) => `Здравствуйте!

По задаче «${title}» найдено: ${events}.

${lines}

Посмотреть их в консоли:
${link}

Сами находки показывает только консоль. ${because}
`,
    because: {
      recipient: () => 'Вы получили это письмо, потому что указаны получателем задачи.',
      outside: (stop) => `Вы получили это письмо, потому что указаны получателем задачи и подтвердили адрес. Отказаться от писем:\n${stop}`,
      subscribed: (settings) =>
        `Вы получили это письмо, потому что включили уведомления по электронной почте. Отключить их можно в настройках:\n${settings}`,
    },
    message: ({ events, title, lines, link }) => `По задаче «${title}» найдено: ${events}.

${lines}

Что именно найдено, показывает консоль:
${link}`,
  },
  en: {
    subject: (events, title) => `Leakwatch: ${events} – ${title}`,
    events: { one: 'new event', other: 'new events' },
    more: (number) => `and ${number} more`,
    mail: ({ events, title, lines, link, because }) => `Hello!

The task “${title}” found ${events}.

${lines}

See them in the console:
${link}

Only the console shows what was found. ${because}
`,
    because: {
      recipient: () => 'You get this mail because you are a recipient of the task.',
      outside: (stop) =>
        `You get this mail because you are a recipient of the task and confirmed your address. To stop these mails:\n${stop}`,
      subscribed: (settings) =>
        `You get this mail because e-mail notifications are on in your settings. You can switch them off there:\n${settings}`,
    },
    message: ({ events, title, lines, link }) => `The task “${title}” found ${events}.

${lines}

The console shows what was found:
${link}`,
  },
};
