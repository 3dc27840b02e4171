import bwip from 'bwip-js/node';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

export { askAs, tokenOf } from './demoCalls.ts';

/** Draws a label as a phone's camera sees it. */
export async function labelPicture(text: string): Promise<Buffer> {
  const code = await bwip.toBuffer({ bcid: 'code128', text, scale: 4, height: 14, includetext: true });
  const input = await sharp(code).flatten({ background: '#fff' }).png().toBuffer();
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#e8e4dc' } })
    .composite([{ input }])
    .rotate(3, { background: '#777' })
    .jpeg()
    .toBuffer();
}

/** Waits until the portal is stored for offline use. */
export const portalKept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
  });

export const visitOf = (page: Page, patient: string): Locator =>
  page.getByRole('listitem').filter({ hasText: patient });

export async function handOver(page: Page, labels: readonly string[], check = async () => {}) {
  await page.getByRole('button', { name: 'Hand over tubes' }).click();
  const dialog = page.getByRole('dialog');
  // Depending on the hour, others may be in hand for other laboratories.
  for (const label of labels) {
    await dialog.getByRole('textbox', { name: 'Or type the label' }).fill(label);
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: label, checked: true }).waitFor();
  }
  await check();
  await dialog.getByRole('button', { name: `Hand over ${labels.length} tubes` }).click();
}

export async function openArrival(page: Page, label: string) {
  await page.getByRole('link', { name: 'Tubes on their way' }).click();
  // The newest comes first.
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('dialog').getByText(label).first().waitFor();
}

export async function scanArrived(page: Page, labels: readonly string[]) {
  const field = page.getByLabel('Scan each tube that arrived');
  for (const label of labels) {
    await field.fill(label);
    await field.press('Enter');
  }
}
