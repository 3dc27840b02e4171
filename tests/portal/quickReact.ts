/**
 * React's development build records a stack for each element and runs work as debugger tasks. Both only improve its
 * warnings, and cost a fifth of the time.
 */
Reflect.deleteProperty(console, 'createTask');
const { default: React } = await import('react');
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') ?? {};
// Pretends that the limit per second is reached.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});

export {};
