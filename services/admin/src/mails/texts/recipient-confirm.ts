import type { MailText } from './mail-text.ts';

/** A name is text of other people: on one line, so that it cannot look like a part of the mail. */
const onOneLine = (name: string) => name.replaceAll(/\s+/g, ' ').trim();

/** The mail to an address without an account, whose language is not known: in both languages. It names the organisation and nothing else of it. */
export const recipientConfirm: MailText = {
  subject: 'Leakwatch: подтвердите адрес / confirm your address',
  text: ({ link, details }) => {
    const organisation = onOneLine(details['organisation'] ?? '');
    return `Здравствуйте!

Организация «${organisation}» указала этот адрес получателем уведомлений Leakwatch о найденных утечках. Чтобы получать их, подтвердите адрес:

${link}

Там же от писем можно отказаться. Ссылка действует семь дней. Если вы не знаете эту организацию, не отвечайте: без подтверждения уведомления не приходят.

---

Hello,

The organisation “${organisation}” wants to send notifications of Leakwatch about leaks to this address. To get them, confirm the address:

${link}

You can also refuse them there. The link expires in seven days. If you do not know this organisation, do nothing: without your confirmation there are no notifications.

Это автоматическое письмо Leakwatch, отвечать на него не нужно. / This is an automatic message from Leakwatch. Please do not reply.
`;
  },
};
