/** A dialog is about to close while a person has typed something that is not saved. */
export const unsaved = {
  title: 'Закрыть без сохранения?',
  text: 'Введённое здесь не сохранено и пропадёт.',
  confirm: 'Закрыть без сохранения',
  stay: 'Продолжить ввод',
  sending: 'Отправляется…',
  may_be_own: 'В прошлый раз сервер не ответил: возможно, это ваше же изменение. Закройте форму и проверьте, прежде чем что-то менять.',
  deleted: 'Это уже удалено, пока форма была открыта: сохранить её нельзя. Скопируйте введённое, если оно ещё нужно.',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly unsaved: typeof unsaved;
  }
}
