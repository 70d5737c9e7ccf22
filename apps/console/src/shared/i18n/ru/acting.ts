export const acting = {
  banner: 'Вы работаете от имени «{{name}}» как сотрудник Leakwatch до {{time}}',
  short: 'До {{time}} от имени «{{name}}»',
  end: 'Завершить',
  end_failed: 'Не удалось завершить работу от имени организации',
  ended: 'Вы больше не работаете от имени «{{name}}»',
  over: 'Работа от имени организации завершена',
  support: 'Поддержка',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly acting: typeof acting;
  }
}
