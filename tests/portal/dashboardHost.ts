import { screen, within } from '@testing-library/react';
import type { Role } from '../roles.ts';
import { employee } from './host.ts';

export const PATH: Record<Role, string> = {
  admin: '/dashboard',
  employee: '/employee-dashboard',
  laboratory: '/laboratory-dashboard',
};

export const roles = ['admin', 'employee', 'laboratory'] as const;
export const ACTIVE = '/admin/get-active-employees';
export const today = (role: Role) => `/${role}/get-today-appointments`;
export const figures = (role: Role) => `/${role}/get-dashboard`;

export const worker = {
  ...employee,
  email: 'zoe@example.test',
  contactNumber: '+15551230007',
  address: '3 Oak Street',
  gender: 'Female',
  hireDate: '2024-05-06T00:00:00.000Z',
  jobRole: 'Phlebotomist',
};

export const card = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement);
