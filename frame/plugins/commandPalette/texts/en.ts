const en = {
  palette: {
    title: 'Search and actions',
    open: 'Search...',
    hint: 'Find a screen, a person or an action',
    recent: 'Recent',
    today: 'today',
    inView: '%{name}: %{view}',
    view: '%{name}: %{what}',
    viewOf: '%{name} of %{what}',
    act: '%{name}: %{what}',
    go: 'Go to',
    do: 'Actions',
    dark: 'Switch to dark',
    light: 'Switch to light',
    language: 'Language: %{name}',
    nothing: 'Nothing found.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    anywhere: 'Anywhere',
    palette: 'Open search and actions',
    this: 'Show the keyboard shortcuts',
    close: 'Close what is open',
    choose: 'Move through a list',
    take: 'Open the selected entry',
    undo: 'Undo the last change, while its message shows',
    details: 'In the details',
    next: 'Next record',
    previous: 'Previous record',
  },
};

export default en;
