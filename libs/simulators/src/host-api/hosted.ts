/** A repository as a simulated host holds it. */
export interface SimulatedRepository {
  readonly name: string;
  readonly branch?: string | null;
  readonly fork?: boolean;
  readonly archived?: boolean;
  readonly private?: boolean;
  readonly empty?: boolean;
  /** Replaces the address that is made from the names. */
  readonly remote?: string;
  readonly page?: string;
}

/** A number of repositories, from `<prefix>-0001` on. */
export const manyRepositories = (count: number, prefix = 'service'): SimulatedRepository[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}-${String(at + 1).padStart(4, '0')}` }));
