import { parentPort, workerData } from 'node:worker_threads';
import { renderPdf } from './renderPdf.ts';
import type { TableDocument } from './tableDocument.ts';

// The thread of renderOnThread.ts.
parentPort?.postMessage(await renderPdf(workerData as TableDocument));
