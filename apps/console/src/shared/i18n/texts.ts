import type { Locale } from '@leakwatch/vocabulary';

/**
 * Parts of the texts: a part is a file that loads with the screens that name it in the router. What a file exports is
 * the first name of its keys. `base` (the frame's texts and those of codes) is there before anything is drawn.
 */
export const TEXTS = {
  ru: {
    base: () => import('./ru/base.ts'),
    access: () => import('./ru/access.ts'),
    activity: () => import('./ru/activity.ts'),
    apiToken: () => import('./ru/api-token.ts'),
    blacklist: () => import('./ru/blacklist.ts'),
    create: () => import('./ru/create.ts'),
    events: () => import('./ru/events.ts'),
    history: () => import('./ru/history.ts'),
    identity: () => import('./ru/identity.ts'),
    logs: () => import('./ru/logs.ts'),
    notifications: () => import('./ru/notifications.ts'),
    notificationSettings: () => import('./ru/notification-settings.ts'),
    password: () => import('./ru/password.ts'),
    profile: () => import('./ru/profile.ts'),
    reports: () => import('./ru/reports.ts'),
    settings: () => import('./ru/settings.ts'),
    taskChart: () => import('./ru/task-chart.ts'),
    tasks: () => import('./ru/tasks.ts'),
    twoFactor: () => import('./ru/two-factor.ts'),
    undo: () => import('./ru/undo.ts'),
  },
  en: {
    base: () => import('./en/base.ts'),
    access: () => import('./en/access.ts'),
    activity: () => import('./en/activity.ts'),
    apiToken: () => import('./en/api-token.ts'),
    blacklist: () => import('./en/blacklist.ts'),
    create: () => import('./en/create.ts'),
    events: () => import('./en/events.ts'),
    history: () => import('./en/history.ts'),
    identity: () => import('./en/identity.ts'),
    logs: () => import('./en/logs.ts'),
    notifications: () => import('./en/notifications.ts'),
    notificationSettings: () => import('./en/notification-settings.ts'),
    password: () => import('./en/password.ts'),
    profile: () => import('./en/profile.ts'),
    reports: () => import('./en/reports.ts'),
    settings: () => import('./en/settings.ts'),
    taskChart: () => import('./en/task-chart.ts'),
    tasks: () => import('./en/tasks.ts'),
    twoFactor: () => import('./en/two-factor.ts'),
    undo: () => import('./en/undo.ts'),
  },
} as const satisfies Record<Locale, Readonly<Record<string, () => Promise<object>>>>;

export type TextPart = keyof (typeof TEXTS)['ru'] & keyof (typeof TEXTS)['en'];
