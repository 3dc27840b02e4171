import { screen } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { everyday } from '../../../tests/portal/host.ts';
import { simpleRest } from '../../../tests/portal/simpleRest.ts';
import invoices from '../../money/resources/invoices.ts';
import ledgerEntries from '../../money/resources/ledgerEntries.ts';
import payouts from '../../money/resources/payouts.ts';
import adjustments from '../resources/adjustments.ts';

resources.push(...([ledgerEntries, invoices, payouts, adjustments] as unknown as AnyResource[]));
const { openPortal } = await import('../../../tests/portal/portal.tsx');

const FEATURES = { hostFeatures: 'money orders visitReports' };
const entry = {
  ...{ id: 'n1', version: 1, visitAt: '2026-05-05T14:00:00.000Z', patientCode: '••••5678', side: 'charge' },
  ...{ kind: 'visit', outcome: 'completed', quantity: 1, rate: 40, charge: 40, month: '2026-05-01' },
  ...{ laboratory: 'l1', payer: 'Northside', labels: { laboratory: 'Northside' }, since: '2026-01-01' },
};

beforeEach(everyday);

test('leads from a ledger line to its adjustment, and back', async () => {
  const filterOf = (link: HTMLElement) => new URL((link as HTMLAnchorElement).href).searchParams.get('filter');
  simpleRest('ledgerEntries', [
    { ...entry, visit: 'v1' },
    { ...entry, id: 'n3', kind: 'adjustment', rule: 'a1', rate: -5, charge: -5, reason: 'Late' },
  ]);
  const one = openPortal('/ledger/n3', 'admin', undefined, FEATURES);
  expect(await screen.findByRole('link', { name: 'Show the adjustment' })).toHaveAttribute('href', '/adjustments/a1');
  one.unmount();
  const other = openPortal('/ledger/n1', 'admin', undefined, FEATURES);
  expect(filterOf(await screen.findByRole('link', { name: 'Adjustments of this visit' }))).toBe('{"visit":"v1"}');
  other.unmount();
  const standing = { version: 1, state: 'standing', reason: 'Late', side: 'charge', visit: 'v1' };
  simpleRest('adjustments', [
    { ...standing, id: 'a1', change: 'credit', amount: 5 },
    { ...standing, id: 'a2', change: 'waive', kind: 'visit' },
  ]);
  const credit = openPortal('/adjustments/a1', 'admin', undefined, FEATURES);
  expect(filterOf(await screen.findByRole('link', { name: 'Show ledger lines' }))).toBe(
    '{"visit":"v1","kind":"adjustment"}',
  );
  credit.unmount();
  openPortal('/adjustments/a2', 'admin', undefined, FEATURES);
  const lines = filterOf(await screen.findByRole('link', { name: 'Show ledger lines' }));
  expect(lines).toBe('{"visit":"v1","kind":"visit","side":"charge"}');
});
