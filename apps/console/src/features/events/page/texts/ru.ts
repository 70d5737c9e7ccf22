export const eventPage = {
  title: 'Событие',
  failed: 'Не удалось загрузить событие',
  not_found_hint: 'Такого события нет, или оно принадлежит другой организации.',
  back: 'К событиям',
  nav: 'Событие',
  previous: 'Предыдущее событие (k)',
  next: 'Следующее событие (j)',
  copy_link: 'Скопировать ссылку',
  print: 'Печать',
  evidence: {
    title: 'Доказательство',
    close_text: 'Закрыть полный текст',
    not_kept: 'Документ не сохранён',
  },
  exposure: {
    title: 'Что известно об утечке',
    source: 'Источник',
    first: 'Найдена впервые',
    last: 'Найдена в последний раз',
    how: 'Как найдена',
    from_archive: 'в архиве: в сохранённом документе, по шаблону, добавленному позже',
    committed: 'Коммит сделан',
    posted: 'Опубликовано',
    versions: 'Версий документа с ней',
    places: 'Другие места',
    no_other_places: 'не найдены',
    other_places_one: '{{count}} место',
    other_places_few: '{{count}} места',
    other_places_many: '{{count}} мест',
    other_places_other: '{{count}} места',
    address: 'Адрес',
    now: 'Сейчас',
    unchecked: 'ещё не проверялось',
    not_offered: 'Для этого источника проверить адрес нельзя: откройте его, чтобы узнать, осталась ли утечка.',
  },
  places: {
    title: 'Места',
    lead: 'События с тем же секретом, почти тем же текстом или в том же файле.',
  },
  remedy: {
    title: 'Что делать сейчас',
    where: 'Отзовите здесь:',
    unknown:
      'Ни один детектор не узнаёт секрет в этом тексте. Если он там есть, отзовите его там, где он выдан; если документ не должен быть открыт, попросите владельца удалить его.',
  },
  activity: {
    title: 'Действия',
    failed: 'Не удалось загрузить действия.',
    found: '— утечка найдена: {{status}}',
    status: '— статус изменён: {{from}} → {{to}}',
    status_why: '— статус изменён: {{from}} → {{to}} ({{reason}})',
    assignee: '— ответственный изменён: {{change}}',
    due_date: '— срок изменён: {{change}}',
    reason: '— причина изменена: {{change}}',
    came_back: '— событие снова открыто: исправленная утечка найдена в новой версии документа',
    comment: '— новый комментарий',
    rechecked: '— адрес проверен: {{answer}}',
    revealed: '— показаны значения',
    original: '— скачан исходный файл',
    by: { system: 'Leakwatch', rule: 'Правило чёрного списка', staff: '{{actor}} (сотрудник Leakwatch)' },
    more_one: 'Показать ещё {{count}}',
    more_few: 'Показать ещё {{count}}',
    more_many: 'Показать ещё {{count}}',
    more_other: 'Показать ещё {{count}}',
  },
};

declare module '../../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly eventPage: typeof eventPage;
  }
}
