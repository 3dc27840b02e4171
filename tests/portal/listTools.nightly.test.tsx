import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { servePatientPages } from './patientPages.ts';
import { openPortal } from './portal.tsx';

beforeEach(servePatientPages);

test('remembers the chosen columns', async () => {
  const { user } = openPortal('/appointments', 'admin');
  await screen.findByText('María Núñez');
  expect(screen.getByRole('columnheader', { name: 'Instruction' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('switch', { name: 'Instruction' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Instruction' })).toBeNull());
  expect(JSON.stringify({ ...localStorage })).toContain('specialInstructions');
});
