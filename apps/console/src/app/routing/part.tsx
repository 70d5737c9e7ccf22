import { type ComponentType, createElement } from 'react';

/** A page or a frame, whose code is loaded before it is shown. */
export class Part {
  #component: ComponentType | undefined;
  #failure: { readonly error: unknown } | undefined;
  readonly #open: () => Promise<ComponentType>;

  constructor(open: () => Promise<ComponentType>) {
    this.#open = open;
  }

  /** Undefined when it is there. A load that failed is tried again. Never rejects: what failed is thrown where the part is shown. */
  load(): Promise<void> | undefined {
    if (this.#component !== undefined) return undefined;
    this.#failure = undefined;
    return this.#open().then(
      (component) => {
        this.#component = component;
      },
      (error: unknown) => {
        this.#failure = { error };
      },
    );
  }

  /** For an error boundary where it could not be loaded. */
  component(): ComponentType {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#component === undefined) throw new Error('shown before it was loaded');
    return this.#component;
  }
}

export const ShownPart = ({ part }: { part: Part }) => createElement(part.component());
