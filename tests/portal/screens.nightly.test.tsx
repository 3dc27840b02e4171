import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { requests } from './host.ts';
import { openPortal } from './portal.tsx';
import { hostIsWell, rows, sweep } from './screens.tsx';

beforeEach(hostIsWell);

sweep(rows);

test.each(rows)('$path redirects to /signin without a token and reports it (spec 2.3)', async ({ path }) => {
  openPortal(path, null);
  expect(await screen.findAllByText('Authentication token is missing.')).toHaveLength(1);
  await waitFor(() => expect(location.pathname).toBe('/signin'));
  expect(requests).toEqual([]);
});

const foreign = rows.flatMap(({ role, path }) => ROLES.filter((one) => one !== role).map((other) => ({ other, path })));
test.each(foreign)('hides $path from $other (spec 2.4)', async ({ other, path }) => {
  openPortal(path, other);
  await waitFor(() => expect(location.pathname).toBe('/not-found'));
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(requests.filter((one) => !one.path.startsWith('/common/') && !one.path.endsWith('/get-profile'))).toEqual([]);
});
