import '@testing-library/jest-dom/vitest';
import '../../src/app.ts';
import '../../src/settings.ts';
import { Blob, File } from 'node:buffer';
import type { EventEmitter } from 'node:events';
import { cleanup, configure } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { Call } from 'portal-frame';
import { addAdminMessages, i18nProvider, loadFirstComponents, loadListViews } from 'portal-frame/internal/browser';
import { ignoreOutput } from 'portal-frame/testing/output';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { calls } from '../../src/wire/index.ts';
import { requests, server } from './host.ts';
import { keepShipped } from './shipped.ts';

keepShipped();

// react-admin logs each refused request outside production: https://github.com/marmelab/react-admin/issues/8738
ignoreOutput(/^RequestError: /);
ignoreOutput(/^\[DOMException \[AbortError\]/);
// react-admin's inputs pass props that MUI 9 removed: https://github.com/marmelab/react-admin/issues/11241
ignoreOutput(/^React does not recognize the `([iI]nputProps|inputRef)` prop on a DOM element\./);

// Forwards jsdom's "not implemented" errors to the test's console.
const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: EventEmitter } }).jsdom;
virtualConsole.removeAllListeners('jsdomError').on('jsdomError', (error: Error) => console.error(error.message));

// Node's fetch needs Node's FormData and File, not jsdom's. defineProperty, because an assignment would reach jsdom's
// window.
const FormData = (await new Response(new URLSearchParams('a=1')).formData()).constructor;
for (const [name, value] of Object.entries({ Blob, File, FormData }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

// jsdom has no layout.
Object.defineProperty(window, 'innerWidth', { value: 1440, configurable: true, writable: true });
const bound = (query: string, name: string) => Number(new RegExp(`${name}:\\s*([\\d.]+)px`).exec(query)?.[1]);
window.matchMedia = (query: string) =>
  ({
    get matches() {
      const [least, most] = [bound(query, 'min-width'), bound(query, 'max-width')];
      if (Number.isNaN(least) && Number.isNaN(most)) return false;
      return !(window.innerWidth < least || window.innerWidth > most);
    },
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList;
window.scrollTo = () => {};
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => {};
// jsdom would navigate on downloads.
const { click } = HTMLElement.prototype;
HTMLAnchorElement.prototype.click = function download() {
  if (!this.download) click.call(this);
};
// Generous for slow machines. Only failures wait so long.
configure({ asyncUtilTimeout: 60_000 });

/** The real timer, even while a test fakes timers. */
const { setTimeout } = globalThis;

const lacking = http.all('*', () => HttpResponse.html('<h1>Not Found</h1>', { status: 404 }));

/** Sent query parameters that their call does not declare. Our server refuses these. */
const undeclared = () =>
  requests.flatMap(({ method, path, query }) => {
    const isMade = (call: Call) =>
      call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const call = Object.values<Call>(calls).find(isMade);
    const names = Object.keys(call?.query?.shape ?? {});
    return call ? Object.keys(query).flatMap((name) => (names.includes(name) ? [] : `${method} ${path}?${name}`)) : [];
  });

beforeAll(async () => {
  // As main.tsx does.
  await Promise.all([addAdminMessages(), loadFirstComponents(), loadListViews()]);
  server.listen();
  server.resetHandlers(lacking);
});
afterEach(async () => {
  cleanup();
  // react-admin navigates in a timer, which would change the next test's address.
  await new Promise((resolve) => setTimeout(resolve));
  if (i18nProvider.getLocale() !== 'en') await i18nProvider.changeLocale('en');
  const sent = undeclared();
  server.resetHandlers(lacking);
  requests.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  expect(sent).toEqual([]);
});
afterAll(() => server.close());
