/** Pseudo-random numbers from a seed, so that every run on every machine reads the same text. */
export interface Seeded {
  /** 0 up to, not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True once in `times`. */
  once(times: number): boolean;
  /** Characters of an alphabet. */
  letters(alphabet: string, length: number): string;
}

const MODULUS = 0x1_0000_0000;

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / MODULUS) * limit);
  };
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    once: (times) => below(times) === 0,
    letters: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  };
}
