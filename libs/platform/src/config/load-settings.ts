import type { z } from 'zod';

/** The environment does not fit the settings' schema; the message names each variable and what to do. */
export class InvalidSettings extends Error {}

/** A zod object whose fields are named after environment variables. */
export interface SettingsSchema<S> {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  safeParse(value: unknown): z.ZodSafeParseResult<S>;
}

/**
 * Reads settings from environment variables. An empty variable counts as not set.
 * Throws InvalidSettings with one line for each fault.
 */
export function loadSettings<S>(schema: SettingsSchema<S>, env: NodeJS.ProcessEnv): S {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new InvalidSettings(result.error.issues.map((issue) => `Setting ${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
