/** A field of an object that may not be one. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Bytes that a sheet of exceljs has handed on and nobody has compressed yet. Its streams take everything at once and tell
 * nobody to wait; what they write into (streams older than `writableLength`) does count. Another version of the library
 * may name it otherwise: then nothing waits, and `workbook.spec.ts` fails.
 */
export function pendingBytes(stream: unknown): number {
  const pipes = fieldOf(stream, 'pipes');
  if (!isList(pipes)) return 0;
  return pipes.reduce<number>((sum, pipe) => sum + lengthOf(pipe, '_writableState') + lengthOf(pipe, '_readableState'), 0);
}

function lengthOf(pipe: unknown, side: '_writableState' | '_readableState'): number {
  const length = fieldOf(fieldOf(pipe, side), 'length');
  return typeof length === 'number' ? length : 0;
}
