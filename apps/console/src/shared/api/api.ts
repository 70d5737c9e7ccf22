import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';

/** The empty api; each feature injects the endpoints of its noun. The only cache of server data. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Settings',
    'Events',
    'EventsPeek',
    'EventActivity',
    'Comments',
    'Tasks',
    'Task',
    'TaskProgress',
    'Sessions',
    'Profile',
    'TwoFactor',
    'ApiToken',
    'Reports',
    'TaskLogs',
    'Notifications',
    'NotificationSettings',
    'Rules',
    'Organisations',
    'Tariffs',
    'Proxies',
    'ServiceAccounts',
    'TelegramUsers',
    'KeywordSets',
    'RegexTemplates',
    'AuthTokens',
    'DeadLetters',
    'Accounts',
    'AccountLinks',
  ],
  endpoints: () => ({}),
});
