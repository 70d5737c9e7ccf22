import type { Leak } from './planted-world.ts';

/** Each list has one line for a leak or an event. */
export interface Verdict {
  readonly planted: number;
  readonly events: number;
  /** Planted and not found. */
  readonly lost: readonly string[];
  /** Found again. */
  readonly twice: readonly string[];
  /** Found and not planted for any organisation. */
  readonly neverPlanted: readonly string[];
  /** Planted for another organisation alone. */
  readonly wrongOrganisation: readonly string[];
}

const place = ({ source, pattern, path, commit }: Leak) => `${source} ${pattern} ${path} ${commit}`;
const spell = (leak: Leak) => `${leak.organisation}: ${place(leak)}`;

/** Compares what was planted with what was found. */
export function compare(planted: readonly Leak[], found: readonly Leak[]): Verdict {
  const wanted = new Set(planted.map(spell));
  const places = new Set(planted.map(place));
  const seen = new Set<string>();
  const [twice, neverPlanted, wrongOrganisation]: [string[], string[], string[]] = [[], [], []];
  for (const event of found) {
    const spelled = spell(event);
    if (seen.has(spelled)) twice.push(spelled);
    else if (!places.has(place(event))) neverPlanted.push(spelled);
    else if (!wanted.has(spelled)) wrongOrganisation.push(spelled);
    seen.add(spelled);
  }
  const lost = [...wanted].filter((one) => !seen.has(one));
  return { planted: wanted.size, events: found.length, lost, twice, neverPlanted, wrongOrganisation };
}
