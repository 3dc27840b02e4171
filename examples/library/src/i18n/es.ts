/** Spanish texts of the library. The frame has its own. */
export default {
  app: { name: 'Biblioteca', tagline: 'Cada libro encuentra a quien lo lea.' },
  desk: { title: 'Mostrador', lent: 'Prestados ahora', failed: 'No se pudieron leer las cifras del mostrador.' },
};
