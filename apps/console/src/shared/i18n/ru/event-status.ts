export const eventStatus = {
  open: 'Открыто',
  in_progress: 'В работе',
  fixed: 'Исправлено',
  false: 'Ложное',
  blacklist: 'Чёрный список',
  auto_filtered: 'Автофильтр',
  all: 'Все',
  closed: 'Закрытые',
  custom: 'Особый: {{status}}',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly eventStatus: typeof eventStatus;
  }
}
