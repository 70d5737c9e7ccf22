/** Where the files of reports are stored. */
export const OBJECTS = Symbol('objects');
