import '@testing-library/jest-dom/vitest';
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { requests, server } from './host.ts';

/** jsdom has no media queries: this one knows widths, and answers for a wide screen unless a test sets another. */
window.innerWidth = 1440;
window.matchMedia = (query: string) => {
  const least = Number(/min-width:\s*([\d.]+)/.exec(query)?.[1] ?? 0);
  const most = Number(/max-width:\s*([\d.]+)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
  const named = /width/.test(query);
  return Object.assign(new EventTarget(), {
    matches: named && window.innerWidth >= least && window.innerWidth <= most,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
};
window.scrollTo = () => undefined;

/** fetch is Node's, so what it sends must be Node's too: jsdom's files and forms mean nothing to it. */
const { constructor: NodeFormData } = await new Response(new URLSearchParams('a=1')).formData();
for (const [name, value] of Object.entries({ File: NodeFile, Blob: NodeBlob, FormData: NodeFormData })) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  requests.length = 0;
});
afterAll(() => server.close());
