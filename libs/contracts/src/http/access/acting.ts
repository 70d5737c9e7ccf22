import { z } from 'zod';
import { done, idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

export const beginActing = defineRoute({
  method: 'POST',
  path: '/api/control/organisations/{id}/act/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: "Work in an organisation's name, in this session, for an hour",
  params: idParams,
  answer: z.object({ until: z.iso.datetime() }),
  errors: [],
});

export const endActing = defineRoute({
  method: 'POST',
  path: '/api/profile/acting/end/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: "End the work in an organisation's name; does nothing where there is none",
  answer: done,
  errors: [],
});
