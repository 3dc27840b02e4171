const en = {
  server: {
    cannotAsk:
      'People with the role %{role} cannot use this query: it filters or sorts by something that they do not have.',
    tooManyQueries: 'Too many queries are shared. Stop sharing one first.',
  },
};

export default en;
