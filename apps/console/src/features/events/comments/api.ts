import { type AnswerOf, type BodyOf, commentOnMany, createComment, deleteComment, listComments, updateComment } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

export type CommentsAnswer = AnswerOf<typeof commentOnMany>;

/** A change is shown in the open conversation and, by the background copy of the list, in the row. */
const invalidatesTags = ['Comments', 'EventsPeek'] as const;

const commentsApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    listComments: build.query({
      ...fromRoute(listComments, (event: string) => ({ query: { event } })),
      providesTags: ['Comments'],
    }),
    createComment: build.mutation({
      ...fromRoute(createComment, (body: { readonly event: string; readonly text: string }) => ({ body })),
      invalidatesTags,
    }),
    commentOnMany: build.mutation({ ...fromRoute(commentOnMany, (body: BodyOf<typeof commentOnMany>) => ({ body })), invalidatesTags }),
    updateComment: build.mutation({
      ...fromRoute(updateComment, ({ id, text }: { readonly id: string; readonly text: string }) => ({ params: { id }, body: { text } })),
      invalidatesTags,
    }),
    deleteComment: build.mutation({ ...fromRoute(deleteComment, (id: string) => ({ params: { id } })), invalidatesTags }),
  }),
});

export const {
  useListCommentsQuery,
  useCreateCommentMutation,
  useCommentOnManyMutation,
  useUpdateCommentMutation,
  useDeleteCommentMutation,
} = commentsApi;
