const en = {
  sharedQueries: {
    title: 'Shared',
    share: 'Share “%{name}”...',
    end: 'Stop sharing “%{name}”',
    by: 'Shared by %{name}',
    with: 'Who sees this query in this list?',
    hint: 'Each person sees only the records they may see.',
    confirm: 'Share',
  },
  toasts: {
    queryShared: 'The query is shared.',
    queryUnshared: 'The query is no longer shared.',
  },
  errors: {
    sharedQueries: 'The shared queries could not be loaded',
  },
};

export default en;
