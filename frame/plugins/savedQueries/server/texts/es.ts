const es = {
  server: {
    cannotAsk: 'Las personas con el rol %{role} no pueden usar esta consulta: filtra u ordena por algo que no tienen.',
    tooManyQueries: 'Hay demasiadas consultas compartidas. Deje de compartir una primero.',
  },
};

export default es;
