/**
 * React's development build keeps, for each element, where in the code it was made, and has each piece of work run as a
 * task of the debugger's: a fifth of what these tests cost, for hints that stand only in its warnings.
 */
Reflect.deleteProperty(console, 'createTask');
const { default: React } = await import('react');
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') ?? {};
// As if there had been as many as it keeps in a second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});

export {};
