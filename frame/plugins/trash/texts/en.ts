const texts = {
  trash: {
    somebody: 'a deleted account',
    title: 'Bin',
    of: 'Bin: %{name}',
    kept: 'Deleted records stay here until they are deleted for good.',
    days: 'Deleted records stay here for one day. |||| Deleted records stay here for %{smart_count} days.',
    search: 'Search the bin',
    empty: 'The bin is empty.',
    deleted: 'Deleted by %{name}, %{moment}',
    restore: 'Restore',
    restoreOne: 'Restore: %{name}',
    restored: 'Restored.',
    forGood: 'Delete for good',
    forGoodOne: 'Delete for good: %{name}',
    question: 'Delete %{name} for good? This cannot be undone.',
    newer: 'Newer',
    older: 'Older',
  },
};
export default texts;
