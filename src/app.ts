import { defineApp } from 'portal-frame/app';

export default defineApp({
  brand: {
    logo: {
      fill: 'M18 7.5c3.9 4.7 6.8 8.3 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3.7 2.9-7.3 6.8-12Z',
      line: 'M14.4 20.2a3.6 3.6 0 0 0 3 3.5',
    },
    illustration: 'M610 208c24 30 42 52 42 75a42 42 0 0 1-84 0c0-23 18-45 42-75Z',
    points: ['visits', 'people', 'laboratories'],
  },
  find: {
    feature: 'find',
    find: (text, signal) => import('./searchRecords.ts').then(({ findOnHost }) => findOnHost(text, signal)),
  },
  offline: {
    kinds: {
      photos: { unsent: 'runSheet.unsent', lost: 'runSheet.lost' },
      reports: { unsent: 'visitReports.unsent', lost: 'visitReports.lost' },
    },
    sender: () => import('./browserParts.ts').then(({ loadOfflineSender }) => loadOfflineSender()),
  },
});
