const en = {
  imports: {
    open: 'Import from a file',
    link: 'Import: %{name}',
  },
  toasts: {
    imported: '%{count} imported.',
  },
  errors: {
    import: 'The file could not be imported',
  },
};

export default en;
