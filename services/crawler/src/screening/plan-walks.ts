import type { PackForest } from '../repositories/packs/pack-forest.ts';

/** Trees, or loose objects, that are given to a thread at once. It returns what it has no time for. */
const AT_ONCE = 256;
/** Each thread gets at least as many parts, where there is enough: the threads end at nearly the same time then. */
const PARTS_A_LANE = 8;

/** Parts of a list for threads, in its order. */
export function inParts(items: readonly number[], lanes: number): readonly (readonly number[])[] {
  const size = Math.min(AT_ONCE, Math.max(1, Math.ceil(items.length / (lanes * PARTS_A_LANE))));
  const parts: (readonly number[])[] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

/**
 * The trees of a forest in parts for threads, by their roots. Trees that make up much of the work come first, each alone: a fetch often brings
 * one file in hundreds of versions, which would otherwise begin when the other threads have ended.
 */
export function planWalks(
  forest: Pick<PackForest, 'bases' | 'sizes' | 'childrenFrom' | 'children'>,
  lanes: number,
): readonly (readonly number[])[] {
  const roots = [...forest.bases.entries()].flatMap(([node, base]) => (base === -1 ? [node] : []));
  const costs = new Map(roots.map((root) => [root, costOf(forest, root)]));
  const costOfAll = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const isHeavy = (root: number): boolean => (costs.get(root) ?? 0) > costOfAll / (lanes * PARTS_A_LANE);
  const heavy = roots.filter(isHeavy).sort((left, right) => (costs.get(right) ?? 0) - (costs.get(left) ?? 0));
  const light = roots.filter((root) => !isHeavy(root));
  return [...heavy.map((root) => [root]), ...inParts(light, lanes)];
}

/** Versions of one file have similar sizes, and each is written and looked through. */
function costOf({ sizes, childrenFrom, children }: Pick<PackForest, 'sizes' | 'childrenFrom' | 'children'>, root: number): number {
  let count = 0;
  const below = [root];
  for (let node = below.pop(); node !== undefined; node = below.pop()) {
    count += 1;
    for (let at = childrenFrom[node] ?? 0; at < (childrenFrom[node + 1] ?? 0); at++) below.push(children[at] ?? 0);
  }
  return count * (sizes[root] ?? 0);
}
