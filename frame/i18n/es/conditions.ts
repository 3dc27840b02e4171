import type english from '../en/conditions.ts';
import type { Messages } from '../texts.ts';

const conditions: Messages<typeof english> = {
  and: 'y',
  or: 'o',
  not: 'no',
  some: 'algún',
  every: 'cada',
  equals: 'es',
  differs: 'no es',
  gt: 'es más de',
  gte: 'es al menos',
  lt: 'es menos de',
  lte: 'es como máximo',
  contains: 'contiene',
  startsWith: 'empieza por',
  empty: 'está vacío',
  filled: 'no está vacío',
};
export default conditions;
