/** What the foundation provides that is no class of its own; injected with `@Inject`. */
export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');
export const BUS = Symbol('bus');
/** A connection that fails fast while Redis is away. */
export const REDIS = Symbol('redis');
