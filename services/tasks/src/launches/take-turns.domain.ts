/** Costs of one organisation's waiting launches, oldest first. */
export interface WaitingLine {
  readonly organisation: string;
  readonly costs: readonly number[];
}

/** State of an organisation between two releases. */
export interface Turn {
  /** Cost that it may still release in this turn, in requests. */
  readonly deficit: number;
  /** Its place in the ring: the lowest number is served next. */
  readonly place: number;
  /** The window filled up during its turn: the turn continues without a new allowance. */
  readonly interrupted: boolean;
}

export interface Taken {
  /** Number of launches from the beginning of each organisation's line. */
  readonly taken: ReadonlyMap<string, number>;
  readonly turns: ReadonlyMap<string, Turn>;
}

/** Allowance of a turn, in requests. A usual launch fits into one; a costlier one saves the allowances of several turns. */
export const QUANTUM = 50;

/**
 * Deficit round robin: organisations take turns, and each releases what its allowance pays for. An organisation with
 * launches left keeps the rest of its allowance; one without loses it. At most `room` launches are taken. Costs are at least 1.
 */
export function takeTurns(lines: readonly WaitingLine[], before: ReadonlyMap<string, Turn>, room: number): Taken {
  const taken = new Map<string, number>();
  const turns = new Map<string, Turn>();
  let last = Math.max(0, ...[...before.values()].map((turn) => turn.place));
  const ring = lines
    .filter((line) => line.costs.length > 0)
    .map((line) => ({ line, turn: before.get(line.organisation) ?? { deficit: 0, place: (last += 1), interrupted: false } }))
    .sort((a, b) => a.turn.place - b.turn.place)
    .map(({ line, turn }) => {
      turns.set(line.organisation, turn);
      return line;
    });
  let left = room;
  while (left > 0) {
    const line = ring.shift();
    if (line === undefined) break;
    const turn = turns.get(line.organisation) ?? { deficit: 0, place: 0, interrupted: false };
    let deficit = turn.deficit + (turn.interrupted ? 0 : QUANTUM);
    let count = taken.get(line.organisation) ?? 0;
    for (let cost = line.costs[count]; cost !== undefined && cost <= deficit && left > 0; cost = line.costs[count]) {
      deficit -= cost;
      count += 1;
      left -= 1;
    }
    taken.set(line.organisation, count);
    const next = line.costs[count];
    const interrupted = left === 0 && next !== undefined && next <= deficit;
    last += interrupted ? 0 : 1;
    turns.set(line.organisation, { deficit: next === undefined ? 0 : deficit, place: interrupted ? turn.place : last, interrupted });
    if (next !== undefined) ring.push(line);
  }
  return { taken, turns };
}
