const PAGE_BYTES = 65_536;
/**
 * Memory of a library that is WebAssembly: a document of 48 MiB, what it unpacks at a time, and dictionaries of up to 64 MiB. Two threads stay under
 * 512 MiB.
 */
const MEMORY_BYTES = 192 * 1024 * 1024;

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** The hook of Emscripten's programs that makes their instance: one whose memory does not grow beyond MEMORY_BYTES. */
export function boundedInstance(program: WebAssembly.Module): (imports: WebAssembly.Imports, receive: Receive) => object {
  return (imports, receive) => {
    const instance = new WebAssembly.Instance(program, imports);
    for (const exported of Object.values(instance.exports)) if (exported instanceof WebAssembly.Memory) bound(exported);
    receive(instance, program);
    return {};
  };
}

function bound(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  // The program takes the error as a failed allocation.
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MEMORY_BYTES) throw new RangeError('the memory is bounded');
    return grow(pages);
  };
}
