import { createBrowserRouter } from 'react-router-dom';
import { CrashPage } from './pages/crash-page.tsx';
import { StartSpinner } from './pages/start-spinner.tsx';

/** Each screen is a chunk of its own: the login page never carries the frame, the events or the tasks. */
const screens = {
  login: async () => ({ Component: (await import('../features/access/login-page.tsx')).LoginPage }),
  forgot: async () => ({ Component: (await import('../features/access/forgot-page.tsx')).ForgotPage }),
  logout: async () => ({ Component: (await import('../features/access/logout-page.tsx')).LogoutPage }),
  secondFactor: async () => ({ Component: (await import('../features/access/second-factor-page.tsx')).SecondFactorPage }),
  settings: async () => ({ Component: (await import('../features/settings/two-factor/two-factor-page.tsx')).TwoFactorPage }),
  frame: async () => ({ Component: (await import('./layout/main-frame.tsx')).MainFrame }),
  events: async () => ({ Component: (await import('../features/events/events-page.tsx')).EventsPage }),
  tasks: async () => ({ Component: (await import('../features/tasks/list/task-list-page.tsx')).TaskListPage }),
  task: async () => ({ Component: (await import('../features/tasks/details/task-page.tsx')).TaskPage }),
  create: async () => ({ Component: (await import('../features/tasks/create/create-page.tsx')).CreatePage }),
  forbidden: async () => ({ Component: (await import('./pages/plain-pages.tsx')).ForbiddenPage }),
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
      { path: '/login/second-factor', lazy: screens.secondFactor },
      {
        lazy: screens.frame,
        children: [
          {
            ErrorBoundary: CrashPage,
            children: [
              { path: '/', lazy: screens.events },
              { path: '/tasks', lazy: screens.tasks },
              { path: '/git_monitoring/create', lazy: screens.create },
              { path: '/git_monitoring/:id', lazy: screens.task },
              { path: '/task/:id', lazy: screens.task },
              { path: '/settings', lazy: screens.settings },
              { path: '/forbidden', lazy: screens.forbidden },
              { path: '*', lazy: screens.notFound },
            ],
          },
        ],
      },
    ],
  },
]);
