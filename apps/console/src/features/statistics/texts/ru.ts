export const statistics = {
  title: 'Статистика событий',
  lead: 'Сколько событий появилось у организации. События, удалённые вместе с задачей, не учитываются.',
  choose: 'Выберите организацию',
  show: 'Показать',
  none: 'Организация не выбрана',
  none_hint: 'Выберите организацию и нажмите «Показать».',
  last_day: 'За сутки',
  last_month: 'За месяц',
  note_last_day: 'По часам',
  note_last_month: 'Дни по UTC',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly statistics: typeof statistics;
  }
}
