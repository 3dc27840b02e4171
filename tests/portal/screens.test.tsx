import { listScreenPaths } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { hostIsWell, isLayout, rows, SCREENS, sweep } from './screens.tsx';

beforeEach(hostIsWell);

test.each(ROLES)('%s: covers all screens (spec 2.10, 2.11, 2.12)', (role) => {
  expect(Object.keys(SCREENS[role]).toSorted()).toEqual(listScreenPaths(role).toSorted());
});

sweep(rows.filter(isLayout));
