import type {
  AnswerOf,
  clearNotificationsPost,
  closeNotificationPost,
  closeNotificationsPost,
  deleteNotification,
  getNotification,
  listNotifications,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { toQueryString } from '../../shared/api/query-string.ts';

interface Asked {
  readonly limit: number;
  readonly offset: number;
  /** Texts of the system come in the reader's language: another language is another question. */
  readonly language: string;
}

const CHANGED = ['Notifications', 'Settings'] as const;

// Where the documents give a GET that changes state, the console calls its POST twin.
const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.query<AnswerOf<typeof listNotifications>, Asked>({
      query: ({ limit, offset }) => ({ url: `/notifications/${toQueryString({ limit, offset })}` }),
      providesTags: ['Notifications'],
    }),
    getNotification: build.query<AnswerOf<typeof getNotification>, { id: string; language: string }>({
      query: ({ id }) => ({ url: `/notifications/${encodeURIComponent(id)}/` }),
      providesTags: ['Notifications'],
    }),
    closeNotification: build.mutation<AnswerOf<typeof closeNotificationPost>, string>({
      query: (id) => ({ url: `/notifications/${id}/close/`, method: 'POST' }),
      invalidatesTags: CHANGED,
    }),
    deleteNotification: build.mutation<AnswerOf<typeof deleteNotification>, string>({
      query: (id) => ({ url: `/notifications/${id}/`, method: 'DELETE' }),
      invalidatesTags: CHANGED,
    }),
    closeNotifications: build.mutation<AnswerOf<typeof closeNotificationsPost>, void>({
      query: () => ({ url: '/notifications/close/', method: 'POST' }),
      invalidatesTags: CHANGED,
    }),
    clearNotifications: build.mutation<AnswerOf<typeof clearNotificationsPost>, void>({
      query: () => ({ url: '/notifications/clear/', method: 'POST' }),
      invalidatesTags: CHANGED,
    }),
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
