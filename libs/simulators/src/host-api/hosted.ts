/** A repository as a simulated host holds it. */
export interface SimulatedRepository {
  readonly name: string;
  readonly branch?: string | null;
  readonly fork?: boolean;
  readonly archived?: boolean;
  readonly private?: boolean;
  readonly empty?: boolean;
  /** In place of the address that follows from the names. */
  readonly remote?: string;
  readonly page?: string;
}

/** So many repositories `<prefix>-0001` and on. */
export const manyRepositories = (count: number, prefix = 'service'): SimulatedRepository[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}-${String(at + 1).padStart(4, '0')}` }));
