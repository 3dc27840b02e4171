/** Preview and files of the requisition, on the order. */
export const paperGroup = {
  label: 'resources.testOrders.groups.paper',
  fields: [{ field: 'appointment', wide: true, component: () => import('../browser/RequisitionPaper.tsx') }],
} as const;
