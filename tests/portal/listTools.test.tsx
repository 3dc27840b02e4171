import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { requests, requestsTo } from './host.ts';
import { LIST, servePatientPages } from './patientPages.ts';
import { OURS, openPortal } from './portal.tsx';

beforeEach(servePatientPages);

test.each([
  ['our host, in large pages', OURS, '1000'],
  ['a host without features, in its own pages', {}, undefined],
])('%s: exports all pages of the filtered list as formatted text', async (_host, kept, perPage) => {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:export';
  });
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, kept);
  await screen.findByText('María Núñez');
  requests.length = 0;
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files.some(({ type }) => type.includes('csv'))).toBe(true));
  const asked = requestsTo(LIST);
  expect(asked.map(({ query }) => query.perPage)).toEqual([perPage, perPage, perPage]);
  expect(asked.map(({ query }) => [query.page, query.status])).toEqual([
    ['1', 'Pending'],
    ['2', 'Pending'],
    ['3', 'Pending'],
  ]);
  const csv = await (files.find(({ type }) => type.includes('csv')) as Blob).text();
  const lines = csv.split('\r\n');
  expect(lines.length).toBe(4);
  expect(lines[0]).toContain('Patient,Photo,Email,Age');
  expect(lines[1]).toContain('María Núñez');
  // No formula for spreadsheets; quotes and commas stay in their cell.
  expect(lines[2]?.startsWith(`"'=HYPERLINK(""http://evil"")"`)).toBe(true);
  expect(lines[3]?.startsWith('"O""Hara, Pat"')).toBe(true);
  create.mockRestore();
});
