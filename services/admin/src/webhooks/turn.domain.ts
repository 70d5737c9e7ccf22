/** What the webhooks of an organisation have had of its turn. */
interface Had {
  underWay: number;
  begun: number;
  newInARow: number;
}

/** Of a webhook with new deliveries and others that were sent again together: one of the latter after so many new ones. */
const NEW_IN_A_ROW = 3;

/** Counts the deliveries of a turn for each webhook. */
export class Turn {
  private readonly had = new Map<string, Had>();

  begin({ webhook_id: webhook, resent }: { readonly webhook_id: string; readonly resent: boolean }): void {
    const { underWay, begun, newInARow } = this.had.get(webhook) ?? { underWay: 0, begun: 0, newInARow: 0 };
    this.had.set(webhook, { underWay: underWay + 1, begun: begun + 1, newInARow: resent ? 0 : newInARow + 1 });
  }

  end(webhook: string): void {
    const had = this.had.get(webhook);
    if (had !== undefined) had.underWay--;
  }

  shares() {
    return [...this.had].map(([webhook, { underWay, begun, newInARow }]) => ({
      webhook,
      underWay,
      begun,
      resentFirst: newInARow >= NEW_IN_A_ROW,
    }));
  }
}
