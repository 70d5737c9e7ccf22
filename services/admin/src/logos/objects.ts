/** Where the files of logos are stored. */
export const OBJECTS = Symbol('objects');
