import {
  clearNotificationsPost,
  closeNotificationPost,
  closeNotificationsPost,
  deleteNotification,
  getNotification,
  listNotifications,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

/** The server writes the texts in the reader's language, so an answer in another language is another entry of the cache. */
interface InLanguage {
  readonly language: string;
}
interface Asked extends InLanguage {
  readonly limit: number;
  readonly offset: number;
}

const CHANGED = ['Notifications', 'Settings'] as const;
const ofNotification = (id: string) => ({ params: { id } });

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.query({
      ...fromRoute(listNotifications, ({ limit, offset }: Asked) => ({ query: { limit, offset } })),
      providesTags: ['Notifications'],
    }),
    getNotification: build.query({
      ...fromRoute(getNotification, ({ id }: InLanguage & { id: string }) => ofNotification(id)),
      providesTags: ['Notifications'],
    }),
    closeNotification: build.mutation({ ...fromRoute(closeNotificationPost, ofNotification), invalidatesTags: CHANGED }),
    deleteNotification: build.mutation({ ...fromRoute(deleteNotification, ofNotification), invalidatesTags: CHANGED }),
    closeNotifications: build.mutation({ ...fromRoute(closeNotificationsPost), invalidatesTags: CHANGED }),
    clearNotifications: build.mutation({ ...fromRoute(clearNotificationsPost), invalidatesTags: CHANGED }),
  }),
});

export const {
  useListNotificationsQuery,
  useGetNotificationQuery,
  useCloseNotificationMutation,
  useDeleteNotificationMutation,
  useCloseNotificationsMutation,
  useClearNotificationsMutation,
} = notificationsApi;
