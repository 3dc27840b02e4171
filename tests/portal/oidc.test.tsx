import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyday, good, on, requestsTo } from './host.ts';
import { openPortal, tokenFor } from './portal.tsx';

const LINK = { name: 'Sign in with Acme ID' };
beforeEach(everyday);
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = 'sign-in-with=; max-age=0';
});

test('offers the identity provider only if the server names one', async () => {
  openPortal('/signin', null);
  await screen.findByLabelText('Email');
  expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull();
});

test('leads to the identity provider', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = 'sign-in-with=oidc=Acme+ID';
  openPortal('/signin', null);
  expect(await screen.findByRole('link', LINK)).toHaveAttribute('href', '/api/v1/auth/oidc/start');
});

test('reads the name of the provider from the cookie of an https server', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('files-1=x; __Host-sign-in-with=oidc=Acme+ID');
  openPortal('/signin', null);
  expect(await screen.findByRole('link', LINK)).toBeVisible();
  vi.restoreAllMocks();
});

test('completes the sign-in of a person who returns from the provider', async () => {
  const data = { userAuthToken: tokenFor('laboratory'), role: 'laboratory', email: 'zoe@example.test' };
  on('POST', '/auth/finish-oidc', () => good(data));
  openPortal('/signin?oidc=done', null);
  await waitFor(() => expect(location.pathname).toBe('/laboratory-dashboard'));
  expect(requestsTo('/auth/finish-oidc')).toHaveLength(1);
});

test('shows why the portal refused, and removes the reason from the address', async () => {
  openPortal('/signin?oidc=role', null);
  expect(await screen.findByRole('alert')).toHaveTextContent('does not have the role of your account');
  expect(location.search).toBe('');
  expect(requestsTo('/auth/finish-oidc')).toEqual([]);
});
