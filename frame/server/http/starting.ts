import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Gives the port back, for the server itself. */
export type ReleasePort = () => Promise<void>;

/**
 * Asks every client to come again (503, Retry-After) until the server itself listens: a start may migrate, or change
 * a million records. Throws, before anything is done, where the port cannot be had. Nobody knows port 0 in advance.
 */
export async function answerDuringStart(port: number, host: string): Promise<ReleasePort> {
  if (port === 0) return async () => {};
  const thread = new Worker(new URL('./startingThread.ts', import.meta.url), { workerData: { port, host } });
  const said = async () => ((await once(thread, 'message')) as [{ error?: { message: string } }])[0];
  const { error } = await said();
  if (error) throw Object.assign(new Error(error.message), error);
  thread.unref();
  return async () => {
    thread.postMessage('free');
    await said();
  };
}
