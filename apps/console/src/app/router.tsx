import { createBrowserRouter } from 'react-router-dom';
import { CrashPage } from './pages/crash-page.tsx';
import { StartSpinner } from './pages/start-spinner.tsx';

/** Each screen is a chunk of its own: the login page never carries the frame, the events or the tasks. */
const screens = {
  login: async () => ({ Component: (await import('../features/access/login-page.tsx')).LoginPage }),
  forgot: async () => ({ Component: (await import('../features/access/forgot-page.tsx')).ForgotPage }),
  logout: async () => ({ Component: (await import('../features/access/logout-page.tsx')).LogoutPage }),
  secondFactor: async () => ({ Component: (await import('../features/access/second-factor-page.tsx')).SecondFactorPage }),
  frame: async () => ({ Component: (await import('./layout/main-frame.tsx')).MainFrame }),
  events: async () => ({ Component: (await import('../features/events/events-page.tsx')).EventsPage }),
  tasks: async () => ({ Component: (await import('../features/tasks/list/task-list-page.tsx')).TaskListPage }),
  task: async () => ({ Component: (await import('../features/tasks/details/task-page.tsx')).TaskPage }),
  createTask: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).NormalPage }),
  createDeep: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).DeepPage }),
  createGit: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).GitPage }),
  updateTask: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).TaskUpdatePage }),
  updateGit: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).GitUpdatePage }),
  forbidden: async () => ({ Component: (await import('./pages/plain-pages.tsx')).ForbiddenPage }),
  recovery: async () => ({ Component: (await import('../features/access/link-page.tsx')).RecoveryPage }),
  welcome: async () => ({ Component: (await import('../features/access/link-page.tsx')).WelcomePage }),
  duePassword: async () => ({ Component: (await import('../features/access/due-password-page.tsx')).DuePasswordPage }),
  profile: async () => ({ Component: (await import('../features/profile/profile-page.tsx')).ProfilePage }),
  settings: async () => ({ Component: (await import('../features/settings/settings-frame.tsx')).SettingsFrame }),
  settingsAccount: async () => ({ Component: (await import('../features/settings/account-room.tsx')).AccountRoom }),
  notFound: async () => ({ Component: (await import('./pages/plain-pages.tsx')).NotFoundPage }),
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: StartSpinner,
    children: [
      { path: '/login', lazy: screens.login },
      { path: '/forgot', lazy: screens.forgot },
      { path: '/logout', lazy: screens.logout },
      { path: '/recovery', lazy: screens.recovery },
      { path: '/welcome', lazy: screens.welcome },
      { path: '/password', lazy: screens.duePassword },
      { path: '/login/second-factor', lazy: screens.secondFactor },
      {
        lazy: screens.frame,
        children: [
          {
            ErrorBoundary: CrashPage,
            children: [
              { path: '/', lazy: screens.events },
              { path: '/tasks', lazy: screens.tasks },
              { path: '/task/create', lazy: screens.createTask },
              { path: '/deep_task/create', lazy: screens.createDeep },
              { path: '/git_monitoring/create', lazy: screens.createGit },
              { path: '/task/update/:id', lazy: screens.updateTask },
              { path: '/git_monitoring/update/:id', lazy: screens.updateGit },
              { path: '/git_monitoring/:id', lazy: screens.task },
              { path: '/task/:id', lazy: screens.task },
              { path: '/forbidden', lazy: screens.forbidden },
              { path: '/profile', lazy: screens.profile },
              { path: '/settings', lazy: screens.settings, children: [{ index: true, lazy: screens.settingsAccount }] },
              { path: '*', lazy: screens.notFound },
            ],
          },
        ],
      },
    ],
  },
]);
