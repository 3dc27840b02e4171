import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number of another country, grouped as that country does. Lazy: the plans of all countries are large. */
export default function PhoneText({ text }: { text: string }) {
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text;
}
