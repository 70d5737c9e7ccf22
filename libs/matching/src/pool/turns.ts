/**
 * Items that wait, by owner. Owners take turns, and an owner whose item is being worked on waits: however many items one owner has,
 * and however long they take, it occupies one place.
 */
export class Turns<Item> {
  /** In the order in which owners have their turn. */
  private readonly waiting = new Map<unknown, Item[]>();
  private readonly busy = new Set<unknown>();

  add(owner: unknown, item: Item): void {
    const items = this.waiting.get(owner);
    if (items === undefined) this.waiting.set(owner, [item]);
    else items.push(item);
  }

  /** Removes an item that waits; false where it does not. */
  remove(owner: unknown, item: Item): boolean {
    const items = this.waiting.get(owner) ?? [];
    const at = items.indexOf(item);
    if (at === -1) return false;
    items.splice(at, 1);
    if (items.length === 0) this.waiting.delete(owner);
    return true;
  }

  /** The next item, now worked on; undefined when only owners wait that have one already. */
  take(): { readonly owner: unknown; readonly item: Item } | undefined {
    for (const [owner, items] of this.waiting) {
      if (this.busy.has(owner)) continue;
      const item = items.shift();
      // Behind the others, or gone until it has something again.
      this.waiting.delete(owner);
      if (items.length > 0) this.waiting.set(owner, items);
      if (item === undefined) continue;
      this.busy.add(owner);
      return { owner, item };
    }
    return undefined;
  }

  /** The owner's item is done. */
  done(owner: unknown): void {
    this.busy.delete(owner);
  }

  /** Everything that waits, removed. */
  clear(): readonly Item[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    return all;
  }
}
