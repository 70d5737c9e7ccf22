import type {
  AnswerOf,
  confirmTelegram,
  disableTelegram,
  getNotificationSettings,
  InputOf,
  inviteTelegram,
  NotificationSettings,
  setEmailNotifications,
} from '@leakwatch/contracts';
import { api } from '../../../shared/api/api.ts';

export type TelegramNotifications = NotificationSettings['telegram_notifications'];

const CONTROL = '/control/accounts';

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notificationSettings: build.query<AnswerOf<typeof getNotificationSettings>, void>({
      query: () => ({ url: '/profile/notifications/' }),
      providesTags: ['NotificationSettings'],
    }),
    setEmailNotifications: build.mutation<AnswerOf<typeof setEmailNotifications>, boolean>({
      query: (on) => ({ url: `${CONTROL}/email_notifications/`, method: 'PATCH', body: { email_notifications: on } }),
      // Shown at once, and taken back where it is refused.
      onQueryStarted: async (on, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          notificationsApi.util.updateQueryData('notificationSettings', undefined, (draft) => {
            draft.email_notifications.enabled = on;
          }),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
    }),
    inviteTelegram: build.mutation<AnswerOf<typeof inviteTelegram>, void>({
      query: () => ({ url: `${CONTROL}/generate_telegram_invite_link/`, method: 'POST' }),
      invalidatesTags: ['NotificationSettings'],
    }),
    confirmTelegram: build.mutation<AnswerOf<typeof confirmTelegram>, InputOf<typeof confirmTelegram>['body']>({
      query: (body) => ({ url: `${CONTROL}/confirm_telegram_notifications/`, method: 'POST', body }),
      invalidatesTags: ['NotificationSettings'],
    }),
    disableTelegram: build.mutation<AnswerOf<typeof disableTelegram>, void>({
      query: () => ({ url: `${CONTROL}/disable_telegram_notifications/`, method: 'POST' }),
      invalidatesTags: ['NotificationSettings'],
    }),
  }),
});

export const {
  useNotificationSettingsQuery,
  useSetEmailNotificationsMutation,
  useInviteTelegramMutation,
  useConfirmTelegramMutation,
  useDisableTelegramMutation,
} = notificationsApi;
