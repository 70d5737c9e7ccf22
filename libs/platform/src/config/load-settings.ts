import { z } from 'zod';

/** The environment does not fit the settings' schema; the message names each variable and what to do. */
export class InvalidSettings extends Error {}

/**
 * Reads settings from environment variables. An empty variable counts as not set.
 * Throws InvalidSettings with one line for each fault.
 */
export function loadSettings<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new InvalidSettings(result.error.issues.map((issue) => `Setting ${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
