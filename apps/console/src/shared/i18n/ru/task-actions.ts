/** What people do with a task on several pages. */
export const taskActions = {
  delete: 'Удалить',
  delete_named: 'Удалить задачу «{{title}}»',
  delete_title: 'Удалить задачу?',
  delete_text: 'Задача «{{title}}» остановится и исчезнет из списка. История её изменений останется.',
  delete_events: 'Удалить и её события: через 30 дней их нельзя будет восстановить',
  deleted: 'Задача удалена',
  delete_failed: 'Не удалось удалить задачу',
  start: 'Запустить',
  stop: 'Остановить',
  start_named: 'Запустить задачу «{{title}}»',
  stop_named: 'Остановить задачу «{{title}}»',
  started: 'Задача запущена',
  stopped_done: 'Задача остановлена',
  start_failed: 'Не удалось запустить задачу',
  stop_failed: 'Не удалось остановить задачу',
  stop_title: 'Остановить задачу?',
  stop_text: 'Задача «{{title}}» перестанет искать утечки, работающая проверка прервётся. Найденные события останутся.',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly taskActions: typeof taskActions;
  }
}
