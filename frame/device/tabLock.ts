/** Runs `work` while no other tab runs work of that name. Without Web Locks it runs at once. */
export const withTabLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`portal-visits ${name}`, work) : work();
