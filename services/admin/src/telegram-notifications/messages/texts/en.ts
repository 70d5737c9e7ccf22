import type { MessageTexts } from './message-text.ts';

export const en: MessageTexts = {
  started: ({ settings }) =>
    `One more step: confirm this chat in the Leakwatch console. Open Settings → Notifications and check the name of the chat.\n${settings}\n\nIf you did not request this, ignore this message.`,
  connected: ({ details }) =>
    `Connected. Leakwatch notifications for ${details['email'] ?? ''} will be sent to this chat.\n\nTo stop them, send /stop.`,
  code_bad: () =>
    'This link has been used, has expired, or is incomplete. Create a new one in the Leakwatch console: Settings → Notifications.',
  already: () => 'This chat is already connected. To stop the notifications, send /stop.',
  stopped: () =>
    'Disconnected. You will get no more notifications. To connect this chat again, create a new link in the Leakwatch console.',
  nothing_to_stop: () => 'This chat is not connected to anything.',
  help: () =>
    'This bot sends Leakwatch notifications. To connect a chat, open the link from the console: Settings → Notifications. To stop the notifications, send /stop.',
  // The events service writes the text, in each language.
  digest: ({ details }) => details['text'] ?? '',
};
