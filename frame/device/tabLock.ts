/** Does `work` while no other tab does work of that name; where the browser has no locks, at once. */
export const withTabLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`portal-visits ${name}`, work) : work();
