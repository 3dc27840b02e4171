const en = {
  resources: { testOrders: { groups: { paper: 'Document' } } },
};

export default en;
