// On SQLite only: nothing here depends on the database.
import type { AnyResource } from 'portal-frame';
import documents, { attachDocument, registerDocuments } from 'portal-frame/plugins/documents/server';
import { defineServer, records, systemContext } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import { addPlugins } from '../../../../server/addPlugins.ts';
import { withOwn } from '../../../../tests/api/harness.ts';
import { serversOf } from '../../../../tests/api/testServer.ts';
import { roles } from '../../../../tests/app/src/roles.ts';
import { frameCalls } from '../../../../wire/index.ts';
import { loanSlip } from '../loanSlip.ts';
import loans from '../loans.ts';

const people = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  worker: { role: 'worker', fullName: 'Zoë Ångström' },
} as const;
const routes = [registerDocuments([loanSlip])];
const app = addPlugins(defineServer({ name: 'Workshop', roles, plugins: [documents], routes }));
const { serverForAll } = serversOf({ app, calls: frameCalls, people, template: 'TEST_WORKSHOP', withOthers: withOwn });
const server = serverForAll({}, { resources: [loans as unknown as AnyResource] });
let id: string;

beforeAll(async () => {
  const loan = { item: 'Saw', reader: 'ann@example.test', deposit: 250, state: 'Returned' };
  ({ id } = await records(systemContext(server.services)).create('loans', loan));
});

const ask = async (format: string, person: keyof typeof people = 'admin', record = id) =>
  server.inject({
    method: 'POST',
    url: `${API_ROOT}/documents/loan-slip/${record}/${format}`,
    headers: { authorization: `Bearer ${await server.tokenOf(person)}` },
    payload: {},
  });

test('previews a document of a record, with its tables and totals', async () => {
  const slip = (await ask('preview')).json();
  expect(slip).toMatchObject({ name: 'loan-Saw', title: 'Loan of Saw', pageLabel: 'Page {page} of {count}' });
  expect(slip.tables.map(({ rows }: { rows: string[][] }) => rows)).toEqual([
    [['Returned', '$250.00']],
    [['Saw', '$250.00']],
  ]);
  expect(slip.notes).toEqual([{ label: 'Deposit', lines: ['You get $250.00 back with the item.'] }]);
});

test('gives it as PDF, as CSV of its last table, and to mails', async () => {
  const pdf = await ask('pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ask('csv')).body).toContain('Saw,250.00');
  const attached = await attachDocument(loanSlip, systemContext(server.services), id);
  expect(attached).toMatchObject({ filename: 'loan-Saw.pdf', contentType: 'application/pdf' });
  expect(attached.content.subarray(0, 5).toString()).toBe('%PDF-');
});

test('refuses other roles, and a record that is not there', async () => {
  expect((await ask('pdf', 'worker')).statusCode).toBe(403);
  expect((await ask('pdf', 'admin', 'nobody')).statusCode).toBe(404);
});
