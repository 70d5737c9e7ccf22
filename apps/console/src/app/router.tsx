import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';
import { needTexts } from '../shared/i18n/i18n.ts';
import type { TextPart } from '../shared/i18n/texts.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { StartSpinner } from './pages/start-spinner.tsx';

/** A screen's code and the texts that it needs, side by side. */
async function screen(parts: readonly TextPart[], load: () => Promise<ComponentType>): Promise<{ Component: ComponentType }> {
  const [Component] = await Promise.all([load(), needTexts(parts)]);
  return { Component };
}

/** Each screen is a chunk of its own: the login page never carries the frame, the events or the tasks. */
const screens = {
  login: () => screen(['access'], async () => (await import('../features/access/login-page.tsx')).LoginPage),
  forgot: () => screen(['access'], async () => (await import('../features/access/forgot-page.tsx')).ForgotPage),
  logout: () => screen([], async () => (await import('../features/access/logout-page.tsx')).LogoutPage),
  secondFactor: () =>
    screen(['identity', 'twoFactor'], async () => (await import('../features/access/second-factor-page.tsx')).SecondFactorPage),
  identityCheck: () =>
    screen(['identity', 'twoFactor'], async () => (await import('../features/access/identity-check-page.tsx')).IdentityCheckPage),
  verify: () => screen(['identity'], async () => (await import('../features/verify/verify-page.tsx')).VerifyPage),
  frame: () => screen([], async () => (await import('./layout/main-frame.tsx')).MainFrame),
  events: () => screen(['blacklist', 'events', 'undo'], async () => (await import('../features/events/events-page.tsx')).EventsPage),
  blacklist: () => screen(['blacklist', 'undo'], async () => (await import('../features/blacklist/blacklist-page.tsx')).BlacklistPage),
  tasks: () => screen(['tasks'], async () => (await import('../features/tasks/list/task-list-page.tsx')).TaskListPage),
  task: () => screen(['taskChart', 'tasks'], async () => (await import('../features/tasks/details/task-page.tsx')).TaskPage),
  createTask: () => screen(['create', 'tasks'], async () => (await import('../features/tasks/create/create-page.tsx')).NormalPage),
  createDeep: () => screen(['create', 'tasks'], async () => (await import('../features/tasks/create/create-page.tsx')).DeepPage),
  createGit: () => screen(['create', 'tasks'], async () => (await import('../features/tasks/create/create-page.tsx')).GitPage),
  updateTask: () => screen(['create', 'tasks'], async () => (await import('../features/tasks/create/create-page.tsx')).TaskUpdatePage),
  updateGit: () => screen(['create', 'tasks'], async () => (await import('../features/tasks/create/create-page.tsx')).GitUpdatePage),
  reports: () => screen(['events', 'reports'], async () => (await import('../features/reports/reports-page.tsx')).ReportsPage),
  history: () => screen(['history'], async () => (await import('../features/logs/history/changing-history-page.tsx')).ChangingHistoryPage),
  logs: () => screen(['activity', 'logs'], async () => (await import('../features/logs/logs-page.tsx')).LogsPage),
  notifications: () =>
    screen(['notifications'], async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage),
  forbidden: () => screen([], async () => (await import('./pages/plain-pages.tsx')).ForbiddenPage),
  recovery: () => screen(['access', 'password'], async () => (await import('../features/access/link-page.tsx')).RecoveryPage),
  welcome: () => screen(['access', 'password'], async () => (await import('../features/access/link-page.tsx')).WelcomePage),
  duePassword: () => screen(['access', 'password'], async () => (await import('../features/access/due-password-page.tsx')).DuePasswordPage),
  profile: () => screen(['access', 'activity', 'profile'], async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
  settings: () => screen(['settings'], async () => (await import('../features/settings/settings-frame.tsx')).SettingsFrame),
  settingsAccount: () =>
    screen(
      ['access', 'apiToken', 'notificationSettings', 'password', 'settings', 'twoFactor'],
      async () => (await import('../features/settings/account-room.tsx')).AccountRoom,
    ),
  notificationsGroups: () => screen([], async () => (await import('./pages/plain-pages.tsx')).NotificationsGroupsPage),
  notFound: () => screen([], async () => (await import('./pages/plain-pages.tsx')).NotFoundPage),
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: StartSpinner,
    children: [
      { path: '/login', lazy: screens.login },
      // Nobody joins by themselves; who is signed in goes on to the index from there.
      { path: '/join', element: <Navigate to="/login" replace /> },
      { path: '/forgot', lazy: screens.forgot },
      { path: '/logout', lazy: screens.logout },
      { path: '/recovery', lazy: screens.recovery },
      { path: '/welcome', lazy: screens.welcome },
      { path: '/password', lazy: screens.duePassword },
      { path: '/login/second-factor', lazy: screens.secondFactor },
      { path: '/login/identity', lazy: screens.identityCheck },
      {
        lazy: screens.frame,
        children: [
          {
            ErrorBoundary: CrashPage,
            children: [
              { path: '/', lazy: screens.events },
              { path: '/tasks', lazy: screens.tasks },
              { path: '/blacklist', lazy: screens.blacklist },
              { path: '/task/create', lazy: screens.createTask },
              { path: '/deep_task/create', lazy: screens.createDeep },
              { path: '/git_monitoring/create', lazy: screens.createGit },
              { path: '/task/update/:id', lazy: screens.updateTask },
              { path: '/git_monitoring/update/:id', lazy: screens.updateGit },
              { path: '/git_monitoring/:id', lazy: screens.task },
              { path: '/task/:id', lazy: screens.task },
              { path: '/reports', lazy: screens.reports },
              { path: '/changing_history', lazy: screens.history },
              { path: '/logs', lazy: screens.logs },
              { path: '/notifications', lazy: screens.notifications },
              { path: '/forbidden', lazy: screens.forbidden },
              { path: '/verify', lazy: screens.verify },
              { path: '/profile', lazy: screens.profile },
              { path: '/settings', lazy: screens.settings, children: [{ index: true, lazy: screens.settingsAccount }] },
              { path: '/notifications_groups', lazy: screens.notificationsGroups },
              { path: '*', lazy: screens.notFound },
            ],
          },
        ],
      },
    ],
  },
]);
