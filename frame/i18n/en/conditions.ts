/** Words of a condition, as in "Price is over 100 and State is not New". */
const conditions = {
  and: 'and',
  or: 'or',
  not: 'not',
  some: 'some',
  every: 'every',
  equals: 'is',
  differs: 'is not',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
  contains: 'contains',
  startsWith: 'starts with',
  empty: 'is empty',
  filled: 'is not empty',
};
export default conditions;
