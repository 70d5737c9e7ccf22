import type { MessageTexts } from './message-text.ts';

export const ru: MessageTexts = {
  started: ({ settings }) =>
    `Осталось подтвердить этот чат в консоли Leakwatch: откройте «Настройки → Уведомления» и сверьте имя.\n${settings}\n\nЕсли вы не запрашивали подключение, ничего не делайте.`,
  connected: ({ details }) =>
    `Чат подключён: сюда будут приходить уведомления Leakwatch для ${details['email'] ?? ''}.\n\nОтключить их: /stop`,
  code_bad: () => 'Ссылка уже использована, устарела или неполная. Создайте новую в консоли Leakwatch: «Настройки → Уведомления».',
  already: () => 'Этот чат уже подключён. Отключить уведомления: /stop',
  stopped: () => 'Чат отключён: уведомлений больше не будет. Чтобы вернуть их, создайте новую ссылку в консоли Leakwatch.',
  nothing_to_stop: () => 'Этот чат не подключён к Leakwatch.',
  help: () =>
    'Этот бот присылает уведомления Leakwatch. Чтобы подключить чат, откройте ссылку из консоли: «Настройки → Уведомления». Отключить уведомления: /stop',
  // The events service writes the text, in each language.
  digest: ({ details }) => details['text'] ?? '',
};
