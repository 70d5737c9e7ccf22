// Every feature of the console: one line each. The router, the menus, the roles and the texts are made from these.
export { access } from '../features/access/screen.ts';
export { authTokens } from '../features/auth-tokens/screen.ts';
export { blacklist } from '../features/blacklist/screen.ts';
export { events } from '../features/events/screen.ts';
export { keywordSets } from '../features/keyword-sets/screen.ts';
export { logs } from '../features/logs/screen.ts';
export { notifications } from '../features/notifications/screen.ts';
export { observers } from '../features/observers/screen.ts';
export { organisations } from '../features/organisations/screen.ts';
export { profile } from '../features/profile/screen.ts';
export { reports } from '../features/reports/screen.ts';
export { settings } from '../features/settings/screen.ts';
export { taskControl } from '../features/task-control/screen.ts';
export { tariffs } from '../features/tariffs/screen.ts';
export { tasks } from '../features/tasks/screen.ts';
export { verify } from '../features/verify/screen.ts';
export { plainPages } from './pages/screen.ts';
