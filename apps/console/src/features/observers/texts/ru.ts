export const observers = {
  title: 'Мониторинг git',
  lead: 'Учётные записи на git-хостингах, за которыми следят задачи всех организаций, и их репозитории. Изменить их можно в форме задачи.',
  total_one: '{{count}} наблюдатель',
  total_few: '{{count}} наблюдателя',
  total_many: '{{count}} наблюдателей',
  total_other: '{{count}} наблюдателя',
  details: 'Подробности',
  details_of: 'Подробности: {{name}}',
  id: 'ID',
  company: 'Организация',
  account: 'Учётная запись',
  host: 'Хостинг',
  owner: 'Вид учётной записи',
  organisation: 'организация',
  person: 'пользователь',
  task: 'Задача',
  repositories: 'Репозитории',
  with_error: 'с ошибкой: {{number}}',
  status: 'Состояние',
  name: 'Название',
  address: 'Адрес',
  branch: 'Ветка',
  remote: 'Адрес git',
  indexed: 'Проверен',
  never: 'ещё не проверен',
  no_repositories: 'В задаче нет репозиториев',
  rest_one: 'Ещё {{count}} репозиторий на странице задачи',
  rest_few: 'Ещё {{count}} репозитория на странице задачи',
  rest_many: 'Ещё {{count}} репозиториев на странице задачи',
  rest_other: 'Ещё {{count}} репозитория на странице задачи',
  failed: 'Не удалось загрузить наблюдателей',
  empty: 'Наблюдателей пока нет',
  empty_hint: 'Они появятся, когда организации создадут задачи мониторинга git.',
  nothing_matches: 'У организации нет наблюдателей',
  clear: 'Показать все организации',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly observers: typeof observers;
  }
}
