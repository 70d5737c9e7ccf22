/** The part of WebAssembly that is used; the compiler has it only together with everything that a browser has. */
declare namespace WebAssembly {
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(program: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum: number; readonly shared?: boolean });
    readonly buffer: ArrayBufferLike;
    grow(pages: number): number;
  }
}
