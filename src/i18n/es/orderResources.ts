export const orderResources = {
  failedDraws: {
    name: 'Extracción fallida |||| Extracciones fallidas',
    fields: { reason: 'Motivo', madeAt: 'Comunicado el' },
    reports: { byReason: 'No se pudo extraer, por motivo', byWeek: 'No se pudo extraer, por semana' },
  },
  visitTimes: {
    name: 'Duración de visita |||| Duración de las visitas',
    fields: { part: 'Parte', minutes: 'Minutos', madeAt: 'Terminó el' },
    parts: { door: 'En la puerta', between: 'Entre visitas' },
    reports: { doorByWeek: 'Minutos en la puerta, por semana', betweenByWeek: 'Minutos entre visitas, por semana' },
  },
} as const;
