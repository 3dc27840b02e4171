import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LABORATORIES } from '../../server/demo/demoStaff.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();
let admin: Page;
let laboratory: Page;

beforeAll(async () => {
  [admin, laboratory] = await Promise.all([pageAs(portal, 'admin'), pageAs(portal, 'laboratory')]);
});

const bell = () => laboratory.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const lines = () => laboratory.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const fresh = () => lines().filter({ has: laboratory.getByText('New', { exact: true }) });

/** Reads the bell's number from its name and badge. */
async function unread(): Promise<number> {
  // In one evaluation, because the count may arrive between two.
  const { name, badges } = await bell().evaluate((one) => ({
    name: one.getAttribute('aria-label') ?? '',
    badges: [...one.querySelectorAll('.MuiBadge-badge:not(.MuiBadge-invisible)')].map((badge) => badge.textContent),
  }));
  const count = Number(/(\d+) unread/.exec(name)?.[1] ?? 0);
  expect(badges).toEqual(count > 0 ? [String(count)] : []);
  return count;
}

test('counts a notification, highlights it, marks it as read and deletes it (spec 2.87)', async () => {
  await laboratory.goto('/laboratory-appointments');
  await settle(laboratory);
  // The demo has unread ones.
  await expect.poll(unread).toBeGreaterThan(0);
  const before = await unread();

  // The admin changes one of the laboratory's appointments.
  const filter = JSON.stringify({ laboratory: LABORATORIES[0]?.fullName });
  await admin.goto(`/appointments?${new URLSearchParams({ filter })}`);
  const row = admin.getByRole('row').nth(1);
  const status = row.getByRole('combobox', { name: 'Status' });
  await status.waitFor();
  const content = await row.textContent();
  await status.click();
  await admin.getByRole('option', { name: 'Rejected' }).click();
  const dialog = admin.getByRole('dialog', { name: /^Cancel the visit/ });
  await dialog.getByLabel('Reason for Cancelling').fill('Moved away');
  await dialog.getByRole('combobox', { name: 'Cancelled by' }).click();
  await admin.getByRole('option', { name: 'The patient' }).click();
  await dialog.getByRole('button', { name: 'Cancel the visit' }).click();
  await admin.getByText('Status updated successfully').waitFor();

  await laboratory.reload();
  await expect.poll(unread).toBe(before + 1);
  await bell().click();
  await laboratory.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  await expect.poll(unread).toBe(0);
  await expect.poll(() => fresh().count()).toBe(before + 1);
  const text = (await lines().first().textContent()) ?? '';
  const [, patient] = /The appointment of (.+) on .+ was cancelled: Moved away/.exec(text) ?? [];
  expect(content).toContain(patient);
  // New ones share a background that others lack.
  const grounds = (some: Locator) => some.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  const [ground, ...others] = new Set(await grounds(fresh()));
  expect(others).toEqual([]);
  const read = lines().filter({ hasNot: laboratory.getByText('New', { exact: true }) });
  await expect.poll(() => read.count()).toBeGreaterThan(0);
  expect(await grounds(read)).not.toContain(ground);
});
