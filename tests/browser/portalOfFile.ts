import type { Role } from 'portal-frame';
import { afterAll, beforeAll } from 'vitest';
import { holdSession, type PageOptions, type Portal, startPortal } from './harness.ts';

/** Starts a portal for the tests of a file. */
export function startForFile(): Portal {
  const portal = {} as Portal;
  beforeAll(async () => {
    Object.assign(portal, await startPortal());
  });
  afterAll(() => portal.stop?.());
  return portal;
}

/** Opens a page with the session of a demo account. */
export async function pageAs(portal: Portal, role: Role, options?: PageOptions, email?: string) {
  const page = await portal.newPage(options);
  await holdSession(page, role, email);
  return page;
}
