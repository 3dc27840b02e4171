import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  DEFAULT_TIMEOUT,
  declareCalls,
  failureTexts,
  getTimeout,
  resolveCall,
  UPLOAD_TIMEOUT,
} from '../../wire/call.ts';
import { createRoles } from '../../wire/roles.ts';

const ROLES = createRoles({ librarian: { home: '/loans', manages: true } });
const own = { summary: 'All loans.', data: z.null() };

describe('roles of a declared call', () => {
  const { get, post } = declareCalls({ failure: failureTexts('errors.loans') });

  test('are the role that begins its path', () => {
    expect(get('/librarian/get-loans', own)).toEqual({
      ...{ method: 'GET', path: '/librarian/get-loans', roles: ['librarian'] },
      ...{ failure: { refused: 'errors.loans', lost: 'errors.loans' }, ...own },
    });
  });

  test('are all roles of the app, also later ones, for a common path', () => {
    expect(resolveCall(get('/common/get-loans', own), ROLES).roles).toBe(ROLES.names);
  });

  test('are empty for a path that begins with no role', () => {
    const roles = post('/librarians/add-loan', own).roles as readonly string[];
    expect(roles.some((role) => ROLES.names.includes(role))).toBe(false);
  });

  test('are taken from the area, or from the call itself', () => {
    const area = declareCalls({ roles: 'public', failure: failureTexts('errors.loans') });
    expect(area.post('/common/ask', own).roles).toBe('public');
    expect(area.post('/common/ask', { ...own, roles: ['reader'] }).roles).toEqual(['reader']);
  });
});

test('lets a call override the settings of its area', () => {
  const { post } = declareCalls({ feature: 'jobs', failure: failureTexts('errors.loans') });
  const failure = { refused: 'errors.full', lost: 'errors.gone' };
  expect(post('/common/add-loan', { ...own, failure })).toMatchObject({ method: 'POST', feature: 'jobs', failure });
});

test('expects null from a call without data', () => {
  const { data } = declareCalls({ failure: failureTexts('errors.loans') }).post('/common/return-loan', { summary: '' });
  expect([data.safeParse(null).success, data.safeParse({}).success]).toEqual([true, false]);
});

test('gives uploads a longer timeout, and lets a call set its own', () => {
  const files = { image: { accepts: 'image', maxFiles: 1 } } as const;
  expect([getTimeout({}), getTimeout({ files }), getTimeout({ files, timeout: 5 })]).toEqual([
    ...[DEFAULT_TIMEOUT, UPLOAD_TIMEOUT],
    5,
  ]);
});
