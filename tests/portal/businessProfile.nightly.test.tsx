import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { expect, test } from 'vitest';
import businessProfile from '../../src/resources/businessProfile.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

resources.push(businessProfile as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

test('shows the business profile after it is entered, and an error of a field that the form lacks', async () => {
  everyday();
  const profile = { id: 'b1', version: 1, name: 'Cooper Mobile Draws' };
  simpleRest('businessProfile', [profile]);
  let isTaken = true;
  const message = 'This value is already in use.';
  server.use(
    http.post('*/api/v1/collections/businessProfile', () =>
      isTaken
        ? HttpResponse.json({ status: false, message, code: 409, data: { errors: { key: message } } }, { status: 409 })
        : HttpResponse.json(profile),
    ),
  );
  const { user } = openPortal('/add-business-profile', 'admin', undefined, { hostFeatures: 'business' });
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), profile.name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: profile.name })).toBeVisible();
});
