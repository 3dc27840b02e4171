/** Steps of a tube, in its show view. */
export const custodyGroup = {
  label: 'custody.title',
  fields: [{ field: 'state', label: 'custody.title', wide: true, component: () => import('../browser/Custody.tsx') }],
} as const;
