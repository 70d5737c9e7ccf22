/** An error that the operator can fix; its message is one line that says what to do. */
export class CannotStart extends Error {}
