import { listScreenPaths } from 'portal-frame/internal/browser';
import { expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { SCREENS } from './screens.tsx';

test.each(ROLES)('%s: covers all screens (spec 2.10, 2.11, 2.12)', (role) => {
  expect(Object.keys(SCREENS[role]).toSorted()).toEqual(listScreenPaths(role).toSorted());
});
