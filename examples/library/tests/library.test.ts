import { type Client, type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MEMBER = 'ada@reader.test';
const PASSWORD = 'green ledgers upon 42 shelves';
const DAY = 24 * 60 * 60 * 1000;
/** Returns the date in `days` days as YYYY-MM-DD, in the time zone of the business. */
const dayAway = (days: number) => {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' });
  return new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
};

let app: RunningApp;
let librarian: Client;
let copy: string;
let spare: string;
let loan: { id: string; member: string };
beforeAll(async () => {
  app = await startApp();
  librarian = await app.signIn(app.manager.email, app.manager.password);
  // Creating an account requires reauthentication.
  await librarian.post('/common/reauthenticate', { password: app.manager.password });
  const book = await librarian.post('/collections/books', {
    title: 'Middlemarch',
    author: 'George Eliot',
    genre: 'Novel',
    volumes: [
      { code: 'M-1', condition: 'Good' },
      { code: 'M-2', condition: 'Worn' },
    ],
  });
  expect(book).toMatchObject({ code: 201, body: { copies: 2 } });
  const copies = await librarian.get(`/collections/copies?sort=${encodeURIComponent('["code","DESC"]')}`);
  expect(copies.body).toMatchObject([{ code: 'M-2' }, { code: 'M-1' }]);
  [spare, copy] = copies.body.map(({ id }: { id: string }) => id);
  const member = await librarian.post('/collections/members', { fullName: 'Ada Reader', email: MEMBER });
  expect(member.code).toBe(201);
  const lent = await librarian.post('/collections/loans', { copy, member: member.body.id, dueOn: dayAway(14) });
  expect(lent).toMatchObject({ code: 201, body: { book: 'Middlemarch', genre: 'Novel', state: 'Lent' } });
  loan = lent.body;
});
afterAll(() => app?.stop());

test('refuses to lend or delete a borrowed volume, and counts no loan as overdue early', async () => {
  const values = { copy: spare, member: loan.member, dueOn: dayAway(-3) };
  expect(await librarian.post('/collections/loans', values)).toMatchObject({
    code: 400,
    body: { data: { errors: { dueOn: 'Due is not before the day of lending.' } } },
  });
  const again = { copy, member: loan.member, dueOn: dayAway(7) };
  expect((await librarian.post('/collections/loans', again)).code).toBe(409);
  expect((await librarian.delete(`/collections/copies/${copy}`)).code).toBe(409);
  expect(await librarian.get('/loans/lent')).toMatchObject({ code: 200, body: { data: { count: 1 } } });
});

test('invites a member by mail, who sees only their own records and edits their profile', async () => {
  const mail = await app.waitForMail(MEMBER);
  expect(mail).toContain('Subject: You have an account now');
  expect(mail).not.toMatch(/administrator|Admin/);
  await app.setPassword({ email: MEMBER, role: 'member' }, PASSWORD);
  const member = await app.signIn(MEMBER, PASSWORD);
  expect((await member.get('/collections/loans')).body).toMatchObject([{ id: loan.id }]);
  expect((await member.get('/collections/books')).body).toHaveLength(1);
  expect((await member.get('/collections/members')).code).toBe(403);
  expect((await member.post('/collections/books', { title: 'Mine', author: 'Me', genre: 'Novel' })).code).toBe(403);
  const mine = `/collections/members/${loan.member}`;
  const { joinedOn } = (await librarian.put(mine, { note: 'Reads fast' })).body;
  await member.put(mine, { joinedOn: '1999-01-01', note: 'Reads slowly' });
  const seen = (await member.get(mine)).body;
  expect(seen).toMatchObject({ fullName: 'Ada Reader', joinedOn });
  expect(seen).not.toHaveProperty('note');
  expect((await librarian.get(mine)).body).toMatchObject({ note: 'Reads fast' });
  const other = await librarian.post('/collections/members', { fullName: 'Bob Reader', email: 'bob@reader.test' });
  expect((await member.get(`/collections/members/${other.body.id}`)).code).toBe(404);
  expect((await member.put(`/collections/members/${other.body.id}`, { phone: '+12025550123' })).code).toBe(404);

  const page = await app.signInPage(MEMBER, PASSWORD);
  await page.getByRole('heading', { name: 'Loans', level: 1 }).waitFor();
  await page.goto('/member-profile');
  const own = page.getByRole('region', { name: 'Member' });
  await own.getByText('Phone').waitFor();
  expect(await own.getByText('Note').count()).toBe(0);
  await own.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Phone').fill('+12025550123');
  expect(await form.getByLabel('Joined on').count()).toBe(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  await own.getByText('555-0123').waitFor();
  expect((await librarian.get(mine)).body).toMatchObject({ phone: '+12025550123' });
  expect(app.errors).toEqual([]);
});

test('returns a volume on the screen, and shows it in calendar and report', async () => {
  // The build renders the sign-in page with the library's logo.
  const door = await app.newPage();
  await door.goto('/signin');
  await door.locator('path[d^="M17 11"]').first().waitFor({ state: 'attached' });
  const page = await app.signInPage(app.manager.email, app.manager.password);
  await page.getByRole('heading', { name: 'Loans', level: 1 }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Middlemarch' }).click();
  const popup = page.getByRole('dialog');
  await popup.getByRole('button', { name: 'Take back' }).click();
  await popup.getByText('Returned').first().waitFor();
  await page.goto('/loan-reports');
  await page.getByText('Loans by genre').waitFor();
  await page.getByText('Novel').first().waitFor();
  await page.goto('/loans');
  await page.getByRole('button', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: /next/i }).first().waitFor();
  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByText('Loans by genre').waitFor();
  await page.getByText('Lent now').waitFor();
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary-main'),
  );
  expect(primary).toBe('#9a3f16');
  await page.goto('/librarian-settings');
  await page.getByRole('link', { name: 'Copies' }).waitFor();
  await page.getByRole('button', { name: 'Español' }).waitFor();
  expect(app.errors).toEqual([]);
});
