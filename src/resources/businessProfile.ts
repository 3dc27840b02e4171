import { defineResource, email, image, longText, manage, number, phone, text } from 'portal-frame';

/** Sender of invoices, statements and mails. Its constant key keeps it to one record. */
export default defineResource({
  name: 'businessProfile',
  icon: 'medical',
  order: false,
  feature: 'business',
  title: '{name}',
  fields: {
    key: text({ readOnly: true, unique: true, default: 'business', most: 20, exported: false }),
    name: text({ required: true, most: 120, example: 'Cooper Mobile Draws' }),
    address: longText({ most: 300, help: 'resources.businessProfile.addressHelp' }),
    phone: phone(),
    email: email(),
    taxNumber: text({ most: 40, help: 'resources.businessProfile.taxHelp' }),
    logo: image(),
    terms: text({ most: 200, help: 'resources.businessProfile.termsHelp' }),
    bank: longText({ most: 400, help: 'resources.businessProfile.bankHelp' }),
    paymentLink: text({ most: 300, help: 'resources.businessProfile.linkHelp' }),
    footer: text({ most: 160, help: 'resources.businessProfile.footerHelp' }),
    remindAfter: number({ integer: true, min: 1, max: 90, help: 'resources.businessProfile.remindHelp' }),
  },
  validate: ({ paymentLink }) =>
    paymentLink && !/^https:\/\/[^\s.]+\.\S+$/.test(paymentLink)
      ? { paymentLink: 'resources.businessProfile.linkInvalid' }
      : {},
  history: true,
  list: { columns: [{ field: 'name', photo: 'logo', secondary: ['address'] }, 'phone', 'email', 'taxNumber'] },
  show: {
    photo: 'logo',
    groups: {
      business: ['name', 'address', 'phone', 'email', 'taxNumber'],
      payment: ['terms', 'bank', 'paymentLink', 'remindAfter'],
      papers: ['footer'],
    },
  },
  create: {
    opensRecord: true,
    groups: {
      business: [{ field: 'logo', wide: true }, ...(['name', 'taxNumber', 'address', 'phone', 'email'] as const)],
      payment: ['terms', 'paymentLink', 'bank', 'remindAfter'],
      papers: [{ field: 'footer', wide: true }],
    },
  },
  roles: {
    admin: { list: '/business-profile', form: '/add-business-profile', can: manage, except: ['import', 'delete'] },
  },
});
