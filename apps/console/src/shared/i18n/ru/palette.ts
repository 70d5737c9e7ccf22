export const palette = {
  title: 'Палитра команд',
  placeholder: 'Страница, задача, представление, ID события или действие',
  results: 'Результаты',
  open_event: 'Открыть событие',
  found_one: '{{count}} результат',
  found_few: '{{count}} результата',
  found_many: '{{count}} результатов',
  found_other: '{{count}} результатов',
  nothing: 'Ничего не найдено. Задачи и представления ищутся по части названия, события — по полному ID.',
  partial: 'Часть задач или представлений не загрузилась.',
  group: {
    recent: 'Недавние',
    event: 'Событие',
    action: 'Действия',
    view: 'Сохранённые представления',
    task: 'Задачи',
    organisation: 'Организации',
    page: 'Страницы',
    console: 'Консоль',
  },
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly palette: typeof palette;
  }
}
