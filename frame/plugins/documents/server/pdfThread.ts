import { parentPort, workerData } from 'node:worker_threads';
import type { RenderedDocument } from '../renderedDocument.ts';
import { renderPdf } from './renderPdf.ts';

// The thread of renderOnThread.ts.
parentPort?.postMessage(await renderPdf(workerData as RenderedDocument));
