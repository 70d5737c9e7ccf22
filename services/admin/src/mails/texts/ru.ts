import type { MailText, MailTexts } from './mail-text.ts';
import { recipientConfirm } from './recipient-confirm.ts';

const FOOTER = 'Это автоматическое письмо Leakwatch, отвечать на него не нужно.';

/** What to do about a change that the owner did not make. */
const ADVICE = {
  session: 'Все остальные сеансы завершены. Если это были не вы, немедленно смените пароль и сообщите администратору:',
  token: 'Если это были не вы, отзовите токен в настройках, смените пароль и сообщите администратору:',
  chat: 'Если это были не вы, отключите чат в настройках, смените пароль и сообщите администратору:',
  asked: 'Если вы этого не запрашивали, немедленно смените пароль и сообщите администратору:',
  accepted: 'Все сеансы завершены. Если вы этого не запрашивали, немедленно смените пароль и сообщите администратору:',
};

const changeNotice =
  (what: string, advice = ADVICE.session): MailText['text'] =>
  ({ details }) =>
    `Здравствуйте!

${what}

Когда: ${details['at'] ?? ''}
Адрес: ${details['address'] ?? ''}
Устройство: ${details['device'] ?? ''}

${advice}

${details['forgot'] ?? ''}

${FOOTER}
`;

export const ru: MailTexts = {
  recovery: {
    subject: 'Leakwatch: восстановление пароля',
    text: ({ link }) => `Здравствуйте!

Мы получили запрос на восстановление пароля вашей учётной записи. Чтобы задать новый пароль, откройте ссылку:

${link}

Ссылка одноразовая и действует один час. Если вы не запрашивали восстановление, проигнорируйте это письмо: пароль останется прежним.

${FOOTER}
`,
  },
  welcome: {
    subject: 'Leakwatch: добро пожаловать',
    text: ({ link }) => `Здравствуйте!

Для вас создана учётная запись в Leakwatch. Чтобы начать, задайте пароль по ссылке:

${link}

Ссылка одноразовая и действует семь дней.

${FOOTER}
`,
  },
  password_changed: {
    subject: 'Leakwatch: пароль изменён',
    text: changeNotice('Пароль вашей учётной записи изменён.'),
  },
  second_factor_on: {
    subject: 'Leakwatch: двухфакторная аутентификация включена',
    text: changeNotice('Двухфакторная аутентификация вашей учётной записи включена.'),
  },
  second_factor_off: {
    subject: 'Leakwatch: двухфакторная аутентификация отключена',
    text: changeNotice('Двухфакторная аутентификация вашей учётной записи отключена.'),
  },
  recovery_codes_made: {
    subject: 'Leakwatch: новые коды восстановления',
    text: changeNotice('Для вашей учётной записи созданы новые коды восстановления. Прежние больше не действуют.'),
  },
  token_generated: {
    subject: 'Leakwatch: новый API-токен',
    text: changeNotice('Для вашей учётной записи создан новый API-токен. Прежний больше не действует.', ADVICE.token),
  },
  token_revoked: {
    subject: 'Leakwatch: API-токен отозван',
    text: changeNotice('API-токен вашей учётной записи отозван.', ADVICE.asked),
  },
  telegram_connected: {
    subject: 'Leakwatch: подключён чат Telegram',
    text: (values) =>
      changeNotice(
        `К вашей учётной записи подключён чат Telegram ${values.details['chat'] ?? ''}. Уведомления будут приходить в него.`,
        ADVICE.chat,
      )(values),
  },
  identity_request: {
    subject: 'Leakwatch: подтвердите личность коллеги',
    text: ({ link, details }) => `Здравствуйте!

Пользователь ${details['email'] ?? ''} не может ввести код второго фактора и просит вас подтвердить его личность. Сначала убедитесь по телефону или лично, что запрос отправил именно он: это мог сделать любой, кто знает его пароль.

${link}

Когда: ${details['at'] ?? ''}
Адрес: ${details['address'] ?? ''}
Устройство: ${details['device'] ?? ''}

Ссылка действует 24 часа, ответить можно один раз. После подтверждения второй фактор этой учётной записи будет отключён.

${FOOTER}
`,
  },
  identity_asked: {
    subject: 'Leakwatch: запрошено подтверждение личности',
    text: changeNotice(
      'Кто-то, кто знает пароль вашей учётной записи, попросил ваших коллег и администраторов отключить второй фактор.',
      ADVICE.asked,
    ),
  },
  identity_accepted: {
    subject: 'Leakwatch: личность подтверждена',
    text: changeNotice(
      'Коллега или администратор подтвердил вашу личность. Второй фактор вашей учётной записи отключён: войдите с паролем.',
      ADVICE.accepted,
    ),
  },
  identity_declined: {
    subject: 'Leakwatch: личность не подтверждена',
    text: changeNotice(
      'Коллега или администратор не подтвердил вашу личность. Второй фактор вашей учётной записи остался включённым.',
      ADVICE.asked,
    ),
  },
  recipient_confirm: recipientConfirm,
};
