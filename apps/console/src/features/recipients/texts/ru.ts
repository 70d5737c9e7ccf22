export const recipients = {
  title: 'Уведомления по почте',
  lead_confirm: 'Организация «{{organisation}}» хочет присылать вам уведомления Leakwatch о найденных утечках. Хотите их получать?',
  lead_stop: 'Вы получаете уведомления Leakwatch от организации «{{organisation}}».',
  confirm: 'Получать уведомления',
  refuse: 'Отказаться',
  stop: 'Отказаться от писем',
  confirmed: 'Адрес подтверждён. Вы будете получать уведомления организации «{{organisation}}».',
  stopped: 'Писем от организации «{{organisation}}» больше не будет.',
  invalid: 'Ссылка устарела или неполная',
  invalid_hint: 'Откройте ссылку из последнего письма или попросите организацию прислать новую.',
  away: 'Не удалось проверить ссылку',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly recipients: typeof recipients;
  }
}
