export const activity = {
  title: 'Активность',
  lead: 'Что происходило с вашей учётной записью. Время указано по UTC.',
  created: 'Время (UTC)',
  what: 'Событие',
  address: 'Адрес',
  program: 'Программа',
  somebody_else: 'не вы',
  empty: 'Записей пока нет',
  empty_hint: 'Здесь появятся входы, выходы и изменения вашей учётной записи.',
  failed: 'Не удалось загрузить активность',
  kind: {
    login: 'Вход',
    password_accepted: 'Пароль принят, ожидался код',
    login_failed: 'Неудачный вход',
    code_failed: 'Неверный код второго фактора',
    logout: 'Выход',
    password_changed: 'Пароль изменён',
    password_recovered: 'Пароль задан по ссылке',
    second_factor_on: 'Второй фактор включён',
    second_factor_off: 'Второй фактор отключён',
    second_factor_reset: 'Второй фактор снят',
    recovery_codes_made: 'Созданы коды восстановления',
    recovery_code_used: 'Использован код восстановления',
    session_ended: 'Сеанс завершён',
    sessions_ended: 'Остальные сеансы завершены',
    sessions_ended_by_staff: 'Все сеансы завершены сотрудником Leakwatch',
    token_generated: 'Создан API-токен',
    token_revoked: 'API-токен отозван',
    token_new_address: 'API-токен использован с нового адреса',
    identity_asked: 'Запрошено подтверждение личности',
    identity_accepted: 'Личность подтверждена',
    identity_declined: 'В подтверждении личности отказано',
    telegram_connected: 'Подключён чат Telegram',
    telegram_disconnected: 'Отключён чат Telegram',
    tariff_created: 'Тариф создан',
    tariff_changed: 'Тариф изменён',
    tariff_deleted: 'Тариф удалён',
    staff_access: 'Просмотр данных организации сотрудником',
  },
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly activity: typeof activity;
  }
}
