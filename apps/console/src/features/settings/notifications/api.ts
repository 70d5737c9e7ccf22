import {
  type BodyOf,
  confirmTelegram,
  disableTelegram,
  getNotificationSettings,
  inviteTelegram,
  type NotificationSettings,
  setEmailNotifications,
} from '@leakwatch/contracts';
import { api } from '../../../shared/api/api.ts';
import { fromRoute } from '../../../shared/api/from-route.ts';

export type TelegramNotifications = NotificationSettings['telegram_notifications'];

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notificationSettings: build.query({ ...fromRoute(getNotificationSettings), providesTags: ['NotificationSettings'] }),
    setEmailNotifications: build.mutation({
      ...fromRoute(setEmailNotifications, (on: boolean) => ({ body: { email_notifications: on } })),
      // Shown at once, and taken back when the server refuses it.
      onQueryStarted: async (on, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          notificationsApi.util.updateQueryData('notificationSettings', undefined, (draft) => {
            draft.email_notifications.enabled = on;
          }),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
    }),
    inviteTelegram: build.mutation({ ...fromRoute(inviteTelegram), invalidatesTags: ['NotificationSettings'] }),
    confirmTelegram: build.mutation({
      ...fromRoute(confirmTelegram, (body: BodyOf<typeof confirmTelegram>) => ({ body })),
      invalidatesTags: ['NotificationSettings'],
    }),
    disableTelegram: build.mutation({ ...fromRoute(disableTelegram), invalidatesTags: ['NotificationSettings'] }),
  }),
});

export const {
  useNotificationSettingsQuery,
  useSetEmailNotificationsMutation,
  useInviteTelegramMutation,
  useConfirmTelegramMutation,
  useDisableTelegramMutation,
} = notificationsApi;
