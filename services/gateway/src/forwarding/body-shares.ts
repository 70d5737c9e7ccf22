import { type Caller, FORM_BYTES, LARGE_BODIES_BYTES, Unavailable } from '@leakwatch/platform';

/** Half of what a service sets aside for large bodies: whoever sends them slowly leaves the other half to everybody else. */
const SHARE_BYTES = LARGE_BODIES_BYTES / 2;

/** Whom the bodies of a call count for. */
const ownerOf = ({ organisation, account, address }: Caller): string => organisation ?? account?.id ?? address;

/** The large bodies that each organisation sends at this moment through this process. */
export class BodyShares {
  private readonly taken = new Map<string, number>();

  /** Throws Unavailable while the organisation has its share. Call what it returns when the body is over. */
  take(caller: Caller, bytes: number): () => void {
    if (bytes <= FORM_BYTES) return () => undefined;
    const owner = ownerOf(caller);
    const before = this.taken.get(owner) ?? 0;
    if (before + bytes > SHARE_BYTES) throw new Unavailable();
    this.taken.set(owner, before + bytes);
    return () => {
      const left = (this.taken.get(owner) ?? 0) - bytes;
      if (left > 0) this.taken.set(owner, left);
      else this.taken.delete(owner);
    };
  }
}
