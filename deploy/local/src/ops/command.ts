import type { Bus } from '@leakwatch/platform';
import type { InstallationSettings } from '../settings.ts';
import type { StaffSignIn } from '../demo/staff-client.ts';

export interface OpsStage {
  readonly bus: Bus;
  readonly settings: InstallationSettings;
  /** The owner's. */
  readonly databaseUrl: string;
  /** The address of the console, and its first staff account. Throws CannotStart when they are not known. */
  readonly staff: () => StaffSignIn;
  readonly say: (line: string) => void;
}

export interface OpsCommand {
  readonly arguments: string;
  readonly does: string;
  readonly run: (stage: OpsStage, args: readonly string[]) => Promise<void>;
}
