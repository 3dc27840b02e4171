import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fromRoot } from '../../../scripts/lib/root.ts';

/** VITE_API_HOST in the built code: `frame/dataProvider/host.ts` without it. */
const NO_HOST = /``\.replace\(\/\\\/\+\$\/,``\)/g;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the built portal as if built with VITE_API_HOST=`host`, by replacing one constant. Saves a second build. */
export async function servePortal(host: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = new Map<string, Buffer>();
  let set = 0;
  for (const file of readdirSync(fromRoot('dist'), { recursive: true }).map(String)) {
    if (!TYPES[extname(file)]) continue;
    const bytes = readFileSync(fromRoot('dist', file));
    if (extname(file) !== '.js') files.set(`/${file}`, bytes);
    else {
      const script = bytes.toString().replace(NO_HOST, () => {
        set += 1;
        return JSON.stringify(host);
      });
      files.set(`/${file}`, Buffer.from(script));
    }
  }
  if (set !== 1) throw new Error(`The build names its host ${set} times: NO_HOST has to follow what it became.`);
  const page = files.get('/index.html');
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal.test');
    const found = files.get(pathname);
    const missing =
      pathname.startsWith('/assets/') || (extname(pathname) !== '' && existsSync(fromRoot('dist', pathname)));
    reply.writeHead(found || !missing ? 200 : 404, {
      'Content-Type': TYPES[found ? extname(pathname) : '.html'] ?? '',
      'Cache-Control': pathname.startsWith('/assets/') ? 'max-age=600' : 'no-cache',
    });
    reply.end(found ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
