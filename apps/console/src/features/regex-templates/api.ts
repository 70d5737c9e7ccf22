import {
  type BodyOf,
  changeRegexTemplate,
  createRegexTemplate,
  deleteRegexTemplate,
  listRegexTemplates,
  tryRegexTemplate,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type TemplateBody = BodyOf<typeof createRegexTemplate>;
export type TemplateChange = BodyOf<typeof changeRegexTemplate>;

const invalidatesTags = (_made: unknown, error: unknown) => (error === undefined ? (['RegexTemplates'] as const) : []);

const regexTemplatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRegexTemplates: build.query({ ...fromRoute(listRegexTemplates, () => ({})), providesTags: ['RegexTemplates'] }),
    tryRegexTemplate: build.query(fromRoute(tryRegexTemplate, (body: BodyOf<typeof tryRegexTemplate>) => ({ body }))),
    createRegexTemplate: build.mutation({ ...fromRoute(createRegexTemplate, (body: TemplateBody) => ({ body })), invalidatesTags }),
    changeRegexTemplate: build.mutation({
      ...fromRoute(changeRegexTemplate, ({ id, body }: { id: string; body: TemplateChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    deleteRegexTemplate: build.mutation({
      ...fromRoute(deleteRegexTemplate, (id: string) => ({ params: { id } })),
      // A refusal says that the list is out of date too.
      invalidatesTags: ['RegexTemplates'],
    }),
  }),
});

export const {
  useListRegexTemplatesQuery,
  useLazyListRegexTemplatesQuery,
  useTryRegexTemplateQuery,
  useCreateRegexTemplateMutation,
  useChangeRegexTemplateMutation,
  useDeleteRegexTemplateMutation,
} = regexTemplatesApi;
