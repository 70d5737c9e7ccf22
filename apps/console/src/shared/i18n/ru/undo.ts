export const undo = {
  action: 'Отменить',
  done_one: 'Возвращено {{count}} событие',
  done_few: 'Возвращено {{count}} события',
  done_many: 'Возвращено {{count}} событий',
  done_other: 'Возвращено {{count}} событий',
  nothing: 'Ничего не отменено',
  left: 'С тех пор изменены и оставлены как есть: {{count}}',
  changed_since: 'С тех пор это уже изменили.',
  maybe_undone: 'Возможно, всё вернула прошлая попытка, на которую сервер не ответил: проверьте список.',
  failed: 'Не удалось отменить',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly undo: typeof undo;
  }
}
