// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../server/http/endpoints.ts';
import { declareCalls, failureTexts } from '../../wire/call.ts';
import app from '../app/server/app.ts';
import { startServer } from './harness.ts';

const { get } = declareCalls({ failure: failureTexts('errors.load') });
const start = (path: string) => {
  const call = get(path, { summary: 'All loans.', data: z.null() });
  return startServer({}, { endpoints: { loans: defineEndpoint({ call, handle: async () => ({ data: null }) }) } });
};

test.each([
  ['/workers/get-loans', 'workers', ' Did you mean "worker"?'],
  ['/loans', 'loans', ''],
])('a call at %s, which no role could make, is refused at the start', async (path, found, hint) => {
  const message = `GET ${path}: found "${found}", expected a role (${app.roles.names.join(', ')}).${hint}`;
  await expect(start(path)).rejects.toThrow(message);
});

test.each(['/worker/get-loans', '/common/get-loans'])('a call at %s is served', async (path) => {
  const server = await start(path);
  const headers = { authorization: `Bearer ${await server.tokenOf('worker')}` };
  expect((await server.inject({ url: `/api/v1${path}`, headers })).statusCode).toBe(200);
  await server.close();
});
