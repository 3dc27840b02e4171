import type { AddressInfo } from 'node:net';
import { launchChromium } from 'portal-frame/testing';
import { expect, onTestFinished, test } from 'vitest';
import { serverForTest } from '../api/harness.ts';

test('shows the calls of the role on the OpenAPI page once a token is entered', async () => {
  const server = await serverForTest();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const { port } = server.app.server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/api/v1/docs/`);
  const own = page.getByText('/api/v1/employee/get-profile');
  await page.getByText('/api/v1/auth/sign-in', { exact: true }).first().waitFor();
  expect(await own.count()).toBe(0);
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page
    .locator('.auth-container input')
    .first()
    .fill(await server.tokenOf('employee'));
  await page.locator('.auth-btn-wrapper button.authorize').first().click();
  await own.first().waitFor();
  expect(await page.getByText('/api/v1/admin/get-profile').count()).toBe(0);
});
