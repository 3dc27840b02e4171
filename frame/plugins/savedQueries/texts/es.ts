const es = {
  sharedQueries: {
    title: 'Compartidas',
    share: 'Compartir «%{name}»...',
    end: 'Dejar de compartir «%{name}»',
    by: 'Compartida por %{name}',
    with: '¿Quién ve esta consulta en esta lista?',
    hint: 'Cada persona sigue viendo solo sus propios registros.',
    confirm: 'Compartir',
  },
  toasts: {
    queryShared: 'La consulta se comparte.',
    queryUnshared: 'La consulta ya no se comparte.',
  },
  errors: {
    sharedQueries: 'No se pudieron cargar las consultas compartidas',
  },
};

export default es;
