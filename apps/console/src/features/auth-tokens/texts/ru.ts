export const authTokens = {
  title: 'API-токены',
  lead: 'С токеном программы действуют от имени его пользователя. Leakwatch не хранит токены: узнать токен можно по последним символам.',
  total_one: '{{count}} токен',
  total_few: '{{count}} токена',
  total_many: '{{count}} токенов',
  total_other: '{{count}} токена',
  token: 'Токен',
  user: 'Пользователь',
  company: 'Организация',
  created: 'Создан',
  last_used: 'Использован',
  never: 'ни разу',
  inactive: 'Учётная запись отключена',
  actions: 'Действия',
  failed: 'Не удалось загрузить токены',
  empty: 'API-токенов пока нет',
  empty_hint: 'Пользователи создают токены в своих настройках.',
  revoke: 'Отозвать',
  revoke_named: 'Отозвать токен пользователя {{email}}',
  revoke_title: 'Отозвать токен?',
  revoke_text:
    'Программы, которые используют токен пользователя {{email}}, сразу потеряют доступ. Пользователь получит письмо и сможет создать новый токен.',
  revoked: 'Токен пользователя {{email}} отозван',
  revoke_failed: 'Не удалось отозвать токен',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly authTokens: typeof authTokens;
  }
}
