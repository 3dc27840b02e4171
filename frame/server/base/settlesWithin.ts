/** True if a promise is fulfilled within `ms` milliseconds. Rejects if the promise rejects in that time. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ms, false);
  return Promise.race([promise.then(() => true), late.promise]).finally(() => clearTimeout(timer));
}
