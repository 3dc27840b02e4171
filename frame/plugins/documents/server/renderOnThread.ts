import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from 'portal-frame/server/plugins';
import type { RenderedDocument } from '../renderedDocument.ts';

/** One PDF at a time; people take turns. */
const runInQueue = createFairQueue({ maxTotal: 1, maxPerPerson: 1 });

/** Renders a document as a PDF on a thread of its own, because a large one takes seconds. `person` is an account id. */
export const renderOnThread = (document: RenderedDocument, person?: string): Promise<Buffer> =>
  runInQueue(person, async () => {
    const thread = new Worker(new URL('./pdfThread.ts', import.meta.url), { workerData: document });
    try {
      const [file] = (await once(thread, 'message')) as [Uint8Array];
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    } finally {
      await thread.terminate();
    }
  });
