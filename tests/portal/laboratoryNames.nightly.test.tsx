import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { everyday, good, on, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const LISTED = { _id: 'l1', fullName: 'Northside Lab', email: 'north@example.test', contactNumber: '+15551230001' };
const OURS = { hostFeatures: 'laboratoryNames' };
beforeEach(everyday);

describe('a requested laboratory name', () => {
  const open = (requestedName: string | null, kept: Record<string, string> = OURS) => {
    on('GET', '/admin/get-laboratories', () => good([{ ...LISTED, requestedName }]));
    return openPortal('/laboratories/l1', 'admin', undefined, kept).user;
  };

  test.each([
    ['Approve', 'approve', 'The new name was approved.'],
    ['Refuse', 'refuse', 'The new name was refused.'],
  ])('is decided on in its show view: %s', async (button, verb, notice) => {
    const path = `/admin/${verb}-laboratory-name`;
    on('POST', `${path}/{id}`, () => good({ ...LISTED, requestedName: null }));
    const user = open('North Lab');
    const part = within(await screen.findByRole('region', { name: 'New Name Requested' }));
    expect(part.getByText('North Lab')).toBeVisible();
    await user.click(part.getByRole('button', { name: button }));
    expect(await screen.findByText(notice)).toBeVisible();
    expect(requestsTo(`${path}/l1`)).toMatchObject([{ body: { fullName: 'North Lab' } }]);
  });

  test.each([
    ['requests none', null, OURS],
    ['is on a host without the feature', 'North Lab', {}],
  ])('is absent if a laboratory %s', async (_, name, kept) => {
    open(name, kept);
    await screen.findByRole('heading', { name: 'Northside Lab' });
    expect((await screen.findAllByRole('button', { name: /^Delete/ })).length).toBeGreaterThan(1);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New Name Requested' })).toBeNull());
  });

  test('is linked from its notification, which is plain text otherwise', async () => {
    const notice = {
      title: 'A laboratory wants a new name',
      body: 'x',
      isRead: true,
      createdAt: '2026-11-20T10:00:00Z',
    };
    on('GET', '/common/get-notifications', () =>
      good([
        { _id: 'n1', ...notice, resource: 'laboratories', recordId: 'l1' },
        { _id: 'n2', ...notice, title: 'Appointment assigned' },
      ]),
    );
    openPortal('/notifications', 'admin', undefined, OURS);
    const link = await screen.findByRole('link', { name: 'A laboratory wants a new name' });
    expect(link).toHaveAttribute('href', '/laboratories/l1');
    expect(screen.getByText('Appointment assigned').closest('a')).toBeNull();
  });

  test("shows in the laboratory's profile while pending", async () => {
    on('GET', '/laboratory/get-profile', () => good({ ...LISTED, requestedName: 'North Lab' }));
    openPortal('/laboratory-profile', 'laboratory');
    expect(
      await screen.findByText('The new name “North Lab” is waiting for an administrator’s approval.'),
    ).toBeVisible();
  });
});
