/** How to end what was started; each is ended also when one before it fails. */
export class Endings {
  private readonly ends: (() => Promise<void> | void)[] = [];

  add(end: () => Promise<void> | void): void {
    this.ends.push(end);
  }

  /** Ends everything in the reverse order of its start. Throws the first error, after the last end. */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.ends.splice(0).reverse())
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}
