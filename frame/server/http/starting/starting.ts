import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { languages } from '../../base/languages.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import type { StartingPageData } from './startingPage.ts';

export type ReleasePort = () => Promise<void>;

/**
 * Answers 503 with Retry-After until the server listens, since a start may migrate a million records.
 * Returns a function that frees the port. Throws if the port is taken. Port 0 is not known in advance.
 */
export async function answerDuringStart(port: number, host: string): Promise<ReleasePort> {
  if (port === 0) return async () => {};
  const messages = new Map(
    [...languages.keys()].map((key) => [key, getServerTexts(key).formatMessage('server.starting')]),
  );
  const workerData: StartingPageData = { port, host, messages };
  const thread = new Worker(new URL('./startingPage.ts', import.meta.url), { workerData });
  const nextMessage = async () => ((await once(thread, 'message')) as [{ error?: { message: string } }])[0];
  const { error } = await nextMessage();
  if (error) throw Object.assign(new Error(error.message), error);
  thread.unref();
  return async () => {
    thread.postMessage('free');
    await nextMessage();
  };
}
