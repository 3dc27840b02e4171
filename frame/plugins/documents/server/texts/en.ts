const en = {
  documents: { page: 'Page %{page} of %{count}' },
};

export default en;
