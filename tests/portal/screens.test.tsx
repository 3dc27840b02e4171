import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pathsOf } from '../../frame/session/menu.ts';
import { calls } from '../../src/wire/index.ts';
import { ROLES } from '../roles.ts';
import { requests } from './host.ts';
import { OURS, openPortal } from './portal.tsx';
import { HEADER, hostIsWell, isLayout, isUsable, rows, SCREENS, SETTINGS_BESIDE, sweep } from './screens.tsx';

beforeEach(hostIsWell);

test.each(ROLES)('%s: these are the screens', (role) => {
  expect(Object.keys(SCREENS[role]).toSorted()).toEqual(pathsOf(role).toSorted());
});

test.each(rows)('$path reads what stands in the table, and no more', async ({ role, path, reads }) => {
  openPortal(path, role, undefined, OURS);
  await isUsable();
  const beside = path.endsWith('settings') ? SETTINGS_BESIDE[role] : [];
  const all = [...HEADER[role], ...reads.map(({ call }) => call), ...beside];
  const expected = new Set(all.map((name) => calls[name].path as string));
  await waitFor(() => expect(new Set(requests.map((one) => one.path))).toEqual(expected));
});

sweep(rows.filter(isLayout));
