/** Where the content of documents is kept. */
export const OBJECTS = Symbol('objects');
/** Where deletions of content that no finding refers to are listed. */
export const OBJECT_DELETIONS = 'crawler.object_deletion';
