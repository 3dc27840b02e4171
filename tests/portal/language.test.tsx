import { act, screen, waitFor, within } from '@testing-library/react';
import { i18nProvider, loadPreferredLanguage } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyday, on } from './host.ts';
import { openPortal } from './portal.tsx';

beforeEach(everyday);
afterEach(async () => {
  vi.restoreAllMocks();
  await act(() => i18nProvider.changeLocale('en'));
});
const browserSpeaks = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);

test.each([
  ['the language chosen before', '"es"', 'en-US', 'es'],
  ['the language of the browser', null, 'es-MX', 'es'],
  ['the chosen language instead of the browser’s', '"en"', 'es-MX', 'en'],
  ['English if the browser’s language is missing', null, 'de-DE', 'en'],
])('starts the portal in %s', async (_what, chosen, browser, locale) => {
  if (chosen) localStorage.setItem('RaStore.locale', chosen);
  browserSpeaks(browser);
  await loadPreferredLanguage();
  expect(i18nProvider.getLocale()).toBe(locale);
});

test("shows the sign-in screen in Spanish and sets the document's language", async () => {
  on('POST', '/auth/sign-in', () => Response.error());
  await i18nProvider.changeLocale('es');
  const { user } = openPortal('/signin', null);
  await user.type(await screen.findByLabelText('Correo electrónico'), 'ana@lab.test');
  await user.type(screen.getByLabelText('Contraseña'), 'Secreto-1');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText(/Algo salió mal/, { selector: 'form *' })).toBeVisible();
  expect(document.documentElement.lang).toBe('es');
});

test('shows the shell and resource names in Spanish', async () => {
  await i18nProvider.changeLocale('es');
  openPortal('/laboratory-archive', 'laboratory');
  const menu = within(await screen.findByRole('navigation', { name: 'Principal' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Inicio',
    'Agregar citas',
    'Citas',
    'Archivo',
    'Configuración',
  ]);
  expect(screen.getByRole('button', { name: 'Su cuenta' })).toBeVisible();
});

test('names the field by its label in errors', async () => {
  await i18nProvider.changeLocale('es');
  const { user } = openPortal('/add-employee', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('El campo «Nombre completo» es obligatorio')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/is required/)).toBeNull());
});

test.each([
  ['/signin', null, 'Iniciar sesión'],
  ['/nowhere', null, 'Página no encontrada'],
  ['/undo-email/secret', null, 'Deshacer el cambio de su correo electrónico'],
  ['/appointments', 'admin', 'Citas'],
  ['/add-laboratory', 'admin', 'Agregar laboratorio'],
  ['/employee-settings', 'employee', 'Configuración'],
  ['/laboratory-notifications', 'laboratory', 'Notificaciones'],
] as const)('shows the tab title in Spanish at %s', async (path, role, name) => {
  await i18nProvider.changeLocale('es');
  openPortal(path, role);
  await waitFor(() => expect(document.title).toBe(`${name} · Portal de flebotomía móvil`));
});

test('changes the tab title with the language', async () => {
  const { user } = openPortal('/settings', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Español' }));
  await waitFor(() => expect(document.title).toBe('Configuración · Portal de flebotomía móvil'));
});
