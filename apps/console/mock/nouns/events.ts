import { changeManyStatuses, changeOneStatus, listEvents, listSameFile, undoStatusChange } from '@leakwatch/contracts';
import { handle } from '../handle.ts';
import { Refusal } from '../replies.ts';

export const HANDLERS = [
  handle(listEvents, ({ world, query }) => world.list(query)),
  handle(changeManyStatuses, ({ world, body }) => world.change(body.events, body.status)),
  handle(changeOneStatus, ({ world, params, body }) => {
    const path = world.events.find((event) => event.id === params.id)?.file_path;
    const others = body.same_file ? world.events.filter((event) => event.file_path === path) : [];
    return world.change([params.id, ...others.map((event) => event.id)], body.status);
  }),
  handle(listSameFile, ({ world, params }) => {
    const path = world.events.find((event) => event.id === params.id)?.file_path;
    return world.events.filter((event) => event.id !== params.id && event.file_path === path);
  }),
  handle(undoStatusChange, ({ world, body }) => {
    const restored = world.undo(body.batch);
    if (restored === null) throw new Refusal(409, 'undo_expired');
    return { restored };
  }),
];
