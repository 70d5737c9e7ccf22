export const severity = {
  critical: 'Критическая',
  high: 'Высокая',
  medium: 'Средняя',
  low: 'Низкая',
  none: 'Не определена',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly severity: typeof severity;
  }
}
