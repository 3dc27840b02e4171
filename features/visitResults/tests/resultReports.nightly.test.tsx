import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { expect, test } from 'vitest';
import { everyday, server } from '../../../tests/portal/host.ts';
import invoices from '../../money/resources/invoices.ts';
import ledgerEntries from '../../money/resources/ledgerEntries.ts';
import payouts from '../../money/resources/payouts.ts';
import drawnTubes from '../../orders/resources/drawnTubes.ts';
import visitResults from '../resources/visitResults.ts';

resources.push(...([visitResults, ledgerEntries, drawnTubes, invoices, payouts] as unknown as AnyResource[]));
const { openPortal } = await import('../../../tests/portal/portal.tsx');

const FEATURES = { hostFeatures: 'money orders visitReports' };
const figures = {
  ...{ count: 9, count_completed: 7, count_couldNotDraw: 2, count_onTime: 5, count_late: 1 },
  ...{ drawnTubes_count: 12, drawnTubes_count_rejected: 3 },
  ...{ ledgerEntries_sum_charge: 420.5, ledgerEntries_sum_earning: 180.25, ledgerEntries_sum_margin: 240.25 },
};

test('shows visits, tubes and money of a phlebotomist in one row, each with its own heading', async () => {
  everyday();
  server.use(
    http.get('*/api/v1/collections/:resource/reports/:name', () =>
      HttpResponse.json({
        groups: [{ value: 'e1', label: 'Ann Walker', values: figures }],
        total: figures,
        more: false,
      }),
    ),
  );
  openPortal('/visit-results', 'admin', undefined, FEATURES);
  const section = await screen.findByRole('region', { name: 'Results by phlebotomist' });
  const table = await within(section).findByRole('table');
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(headings).toEqual([
    ...['Phlebotomist', 'Visits', 'Completed', 'Could not draw', 'On time', 'Late'],
    ...['Tubes', 'Rejected tubes', 'Income', 'Pay', 'Margin'],
  ]);
  const row = within(table).getByRole('row', { name: /^Ann Walker/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(['9', '7', '2', '5', '1', '12', '3', '$420.50', '$180.25', '$240.25']);
});
