const en = { server: { sameTimeOff: 'This employee has time off on these days already.' } } as const;
export default en;
