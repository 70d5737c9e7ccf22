import type { Bus } from '@leakwatch/platform';

export interface OpsStage {
  readonly bus: Bus;
  readonly say: (line: string) => void;
}

export interface OpsCommand {
  readonly arguments: string;
  readonly does: string;
  readonly run: (stage: OpsStage, args: readonly string[]) => Promise<void>;
}
