import { definePlugin } from 'portal-frame/plugin';
import heldFacts from './resources/heldFacts.ts';
import en from './texts/en.ts';

/** Holds reported minutes, miles, tubes and failed trips that other facts speak against, until an admin confirms them. */
export const heldClaims = definePlugin({
  name: 'heldClaims',
  frame: '^0.1',
  needs: ['app', 'mileage', 'money'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [heldFacts as never],
  extend: {
    periods: {
      show: {
        related: [
          {
            ...{ resource: 'heldFacts', field: 'month', perPage: 10 },
            columns: ['visit', 'employee', 'kind', 'claimed', 'expected', 'cause', 'state'],
          },
        ],
      },
    },
  },
});
