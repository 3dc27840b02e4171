import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { ROLES } from '../../roles.ts';
import { dataOf } from './records.ts';
import { type Asked, beyond, nameOf } from './section7.ts';

export interface ProviderHost {
  url: string;
  asked: Asked[];
  /** Requests outside section 7. Must stay empty. */
  beyond: string[];
  stop(): Promise<void>;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (role: string) =>
  `${part({ alg: 'HS256' })}.${part({ role, exp: Math.floor(Date.now() / 1000) + 3600 })}.signature`;

async function bodyOf(request: IncomingMessage): Promise<{ json: boolean; values: Record<string, unknown> }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return { json: true, values: {} };
  if (type.includes('json')) return { json: true, values: JSON.parse(bytes.toString()) as Record<string, unknown> };
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  return { json: false, values: Object.fromEntries([...form].map(([name, value]) => [name.split('[')[0], value])) };
}

function signIn({ email = '', password }: Record<string, unknown>) {
  const role = ROLES.find((one) => String(email).startsWith(one));
  if (!role || !password) return { status: false, message: 'Wrong password', code: 400 };
  return { status: true, message: 'Welcome', code: 200, data: { role, userAuthToken: tokenOf(role) } };
}

/** Starts a host on another origin with section 7's calls in spec.md's shapes. Its files have no CORS headers. */
export async function startProviderHost(): Promise<ProviderHost> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  const asked: Asked[] = [];
  const beyondSection7: string[] = [];

  function answer(name: string, query: Record<string, string>, values: Record<string, unknown>): unknown {
    if (name === 'POST /auth/sign-in') return signIn(values);
    // Only its status 200 is specified.
    if (name === 'POST /auth/sign-out') return {};
    const data = dataOf(name, query);
    return { status: true, message: 'Done by the host', code: 200, ...(data === undefined ? {} : { data }) };
  }

  async function api(request: IncomingMessage, reply: ServerResponse, url: URL) {
    const { json, values } = await bodyOf(request);
    const name = nameOf(request.method ?? '', url.pathname);
    const query = Object.fromEntries(url.searchParams);
    const one: Asked = { name, query, fields: Object.keys(values), authorization: request.headers.authorization };
    asked.push(one);
    beyondSection7.push(...beyond(one, json));
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer(name, query, values)));
  }

  function handle(request: IncomingMessage, reply: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://host.test');
    if (url.pathname.startsWith('/uploads/')) {
      // Scripts must not fetch files.
      if (request.headers['sec-fetch-mode'] === 'cors') beyondSection7.push(`${url.pathname}: asked for by a script`);
      reply.writeHead(200, { 'Content-Type': url.pathname.endsWith('.png') ? 'image/png' : 'application/pdf' });
      return reply.end(picture);
    }
    reply.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    if (request.method === 'OPTIONS')
      return reply
        .writeHead(204, {
          'Access-Control-Allow-Headers': 'authorization, content-type',
          'Access-Control-Allow-Methods': 'GET, POST',
          'Access-Control-Max-Age': '600',
        })
        .end();
    return api(request, reply, url);
  }

  const server = createServer((request, reply) => void handle(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    beyond: beyondSection7,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
