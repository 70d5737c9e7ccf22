import { type BodyOf, createEventView, deleteEventView, listEventViews, updateEventView } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

type Change = BodyOf<typeof updateEventView> & { readonly id: string };

const viewsApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    listEventViews: build.query({ ...fromRoute(listEventViews), providesTags: ['EventViews'] }),
    createEventView: build.mutation({
      ...fromRoute(createEventView, (body: BodyOf<typeof createEventView>) => ({ body })),
      invalidatesTags: ['EventViews'],
    }),
    updateEventView: build.mutation({
      ...fromRoute(updateEventView, ({ id, ...body }: Change) => ({ params: { id }, body })),
      invalidatesTags: ['EventViews'],
    }),
    deleteEventView: build.mutation({
      ...fromRoute(deleteEventView, (id: string) => ({ params: { id } })),
      invalidatesTags: ['EventViews'],
    }),
  }),
});

export const {
  useListEventViewsQuery,
  useLazyListEventViewsQuery,
  useCreateEventViewMutation,
  useUpdateEventViewMutation,
  useDeleteEventViewMutation,
} = viewsApi;
