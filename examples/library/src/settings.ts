import { defineSettings } from 'portal-frame/app';

/** Copies are edited with their book, so their list is in no menu. */
export default defineSettings({
  links: [
    {
      name: 'stock',
      title: { en: 'Stock', es: 'Existencias' },
      hint: { en: 'Every single copy, with its condition and shelf.', es: 'Cada ejemplar, con su estado y estante.' },
      resources: ['copies'],
    },
  ],
});
