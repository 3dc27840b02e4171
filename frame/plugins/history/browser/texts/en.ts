const en = {
  history: {
    title: 'History',
    show: 'Show the history',
    version: 'Version %{version}',
    by: '%{action} by %{name}',
    somebody: 'a deleted account',
    nothing: 'Nothing that you can see was changed.',
    none: 'No changes are recorded.',
    restore: 'Restore',
    restoreThis: 'Restore version %{version}',
    restored: 'The earlier values are back.',
    actions: {
      create: 'Added',
      change: 'Changed',
      restore: 'Restored',
      delete: 'Deleted',
      undelete: 'Taken out of the bin',
    },
  },
};

export default en;
