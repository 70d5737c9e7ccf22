/**
 * Why object files of a mirror are not read here, but by git:
 * - unsupported: the repository uses something that this reader does not know, such as alternates
 * - damaged: an index, a pack or an object contradicts itself or ends early
 * - over_bound: it is larger than this reader's memory allows
 */
export type PackErrorCode = 'unsupported' | 'damaged' | 'over_bound';

/** Object files that this reader cannot read; git may be able to. Never shown to people: the caller reads the objects through git. */
export class PackError extends Error {
  override readonly name = 'PackError';
  readonly code: PackErrorCode;

  constructor(code: PackErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
