/** Another worker has continued what this one held: nothing more of it may be written. */
export class Superseded extends Error {}
