import { screen } from '@testing-library/react';
import supplies from '../fixtures/supplies.ts';

/** Created by people who may not list the referenced resource. */
export const gauzes = {
  ...supplies,
  name: 'gauzes',
  label: { one: 'Gauze', many: 'Gauzes' },
  create: { groups: [{ label: 'Gauze', fields: ['item', 'laboratory'] }] },
  roles: { laboratory: { list: '/gauzes', form: '/add-gauze', can: ['list', 'create'] } },
};

export const jars = {
  ...supplies,
  name: 'jars',
  label: { one: 'Jar', many: 'Jars' },
  list: { ...supplies.list, rowClick: 'edit' },
  roles: {
    admin: { ...supplies.roles.admin, list: '/jars', form: '/add-jar' },
    laboratory: { list: '/laboratory-jars', can: ['list', 'show'] },
  },
};

export const row = (id: string, item: string, own: object = {}) => ({
  id,
  item,
  quantity: 5,
  price: 12.5,
  expiresOn: '2027-03-01',
  state: 'In stock',
  fragile: true,
  laboratory: 'l-record-1',
  note: null,
  ...own,
});

export const link = (name: string) => screen.findByRole('link', { name });
