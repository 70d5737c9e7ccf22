import {
  type BodyOf,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayGivenUpDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@leakwatch/contracts';
import type { WebhookDeliveryStatus } from '@leakwatch/vocabulary';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type WebhookBody = BodyOf<typeof createWebhook>;
export type WebhookChange = BodyOf<typeof changeWebhook>;

const ofWebhook = (id: string) => ({ params: { id } });
const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query({ ...fromRoute(listWebhooks, () => ({})), providesTags: ['Webhooks'] }),
    createWebhook: build.mutation({ ...fromRoute(createWebhook, (body: WebhookBody) => ({ body })), invalidatesTags: ['Webhooks'] }),
    changeWebhook: build.mutation({
      ...fromRoute(changeWebhook, ({ id, body }: { id: string; body: WebhookChange }) => ({ params: { id }, body })),
      invalidatesTags: ['Webhooks'],
    }),
    deleteWebhook: build.mutation({ ...fromRoute(deleteWebhook, ofWebhook), invalidatesTags: ['Webhooks'] }),
    rotateWebhookSecret: build.mutation({ ...fromRoute(rotateWebhookSecret, ofWebhook), invalidatesTags: ['Webhooks'] }),
    testWebhook: build.mutation({ ...fromRoute(testWebhook, ofWebhook), invalidatesTags: ['WebhookLog', 'Webhooks'] }),
    listWebhookDeliveries: build.query({
      ...fromRoute(
        listWebhookDeliveries,
        ({ id, ...query }: { id: string; limit: number; offset: number; status?: WebhookDeliveryStatus }) => ({ params: { id }, query }),
      ),
      providesTags: ['WebhookLog'],
    }),
    replayGivenUpDeliveries: build.mutation({
      ...fromRoute(replayGivenUpDeliveries, ofWebhook),
      invalidatesTags: ['WebhookLog', 'Webhooks'],
    }),
    replayWebhookDelivery: build.mutation({
      ...fromRoute(replayWebhookDelivery, (params: { id: string; delivery: string }) => ({ params })),
      invalidatesTags: ['WebhookLog', 'Webhooks'],
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useLazyListWebhooksQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useListWebhookDeliveriesQuery,
  useReplayGivenUpDeliveriesMutation,
  useReplayWebhookDeliveryMutation,
} = webhooksApi;
