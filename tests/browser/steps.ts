import type { Page } from 'playwright-core';
import sharp from 'sharp';

export const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

export const picture = (background: string) => sharp({ create: { width: 640, height: 480, channels: 3, background } });

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('main').getByLabel(label).first().fill(value);
}

export async function trySignIn(page: Page, email: string, password: string, origin = '') {
  await page.goto(`${origin}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Navigates like the browser's back and forward buttons, without a reload. */
export const move = (page: Page, path: string) =>
  page.evaluate((to) => {
    // The router counts its entries.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
