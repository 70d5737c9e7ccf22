/** Something that the person can put right; its message is one line that says what to do. */
export class CannotStart extends Error {}
