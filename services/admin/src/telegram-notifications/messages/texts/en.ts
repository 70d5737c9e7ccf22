import type { MessageTexts } from './message-text.ts';

export const en: MessageTexts = {
  started: ({ settings }) =>
    `One step is left: confirm this chat in the Leakwatch console. Open Settings → Notifications and check the name.\n${settings}\n\nIf you did not ask for this, do nothing.`,
  connected: ({ details }) => `Connected: Leakwatch notifications for ${details['email'] ?? ''} will arrive here.\n\nTo end them: /stop`,
  code_bad: () =>
    'The link was used already, has expired, or is incomplete. Make a new one in the Leakwatch console: Settings → Notifications.',
  already: () => 'This chat is connected already. To end the notifications: /stop',
  stopped: () => 'Disconnected: there will be no more notifications. To get them back, make a new link in the Leakwatch console.',
  nothing_to_stop: () => 'This chat is not connected to anything.',
  help: () =>
    'I bring Leakwatch notifications. A chat is connected by a link from the console: Settings → Notifications. To end them: /stop',
  // Made where digests are, in each language.
  digest: ({ details }) => details['text'] ?? '',
};
