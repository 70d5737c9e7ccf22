/** Where the content of documents is kept. */
export const OBJECTS = Symbol('objects');
/** Where deletions of objects are listed. */
export const OBJECT_DELETIONS = 'events.object_deletion';
