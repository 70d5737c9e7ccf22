export const REDIS = Symbol('redis');
