import type { MailText, MailTexts } from './mail-text.ts';

const FOOT = 'Это письмо отправил Leakwatch. Отвечать на него не нужно.';

/** Where nothing was ended, there is nothing to say of it. */
const SESSIONS_ENDED = 'Все остальные сеансы завершены. ';

const told =
  (what: string, sessions = SESSIONS_ENDED): MailText['text'] =>
  ({ details }) =>
    `Здравствуйте!

${what}

Когда: ${details['at'] ?? ''}
Адрес: ${details['address'] ?? ''}
Программа: ${details['device'] ?? ''}

${sessions}Если это были не вы, сразу восстановите пароль и сообщите администратору:

${details['forgot'] ?? ''}

${FOOT}
`;

export const ru: MailTexts = {
  recovery: {
    subject: 'Leakwatch: восстановление пароля',
    text: ({ link }) => `Здравствуйте!

Кто-то, надеемся, вы сами, попросил восстановить пароль вашей учётной записи. Чтобы задать новый, откройте ссылку:

${link}

Ссылка действует один час и только один раз. Если вы ни о чём не просили, ничего не делайте: пароль останется прежним.

${FOOT}
`,
  },
  welcome: {
    subject: 'Leakwatch: добро пожаловать',
    text: ({ link }) => `Здравствуйте!

Для вас создана учётная запись в Leakwatch. Чтобы начать, задайте пароль по ссылке:

${link}

Ссылка действует семь дней и только один раз.

${FOOT}
`,
  },
  password_changed: {
    subject: 'Leakwatch: пароль изменён',
    text: told('Пароль вашей учётной записи изменён.'),
  },
  second_factor_on: {
    subject: 'Leakwatch: двухфакторная аутентификация включена',
    text: told('Двухфакторная аутентификация вашей учётной записи включена.'),
  },
  second_factor_off: {
    subject: 'Leakwatch: двухфакторная аутентификация отключена',
    text: told('Двухфакторная аутентификация вашей учётной записи отключена.'),
  },
  recovery_codes_made: {
    subject: 'Leakwatch: новые коды восстановления',
    text: told('Для вашей учётной записи созданы новые коды восстановления. Прежние больше не действуют.'),
  },
  token_generated: {
    subject: 'Leakwatch: новый API-токен',
    text: told('Для вашей учётной записи создан новый API-токен. Прежний больше не действует.', ''),
  },
};
