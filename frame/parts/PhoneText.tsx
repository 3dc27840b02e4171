import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Shows a phone number in international format. Loaded lazily: the number plans of all countries are large. */
export default function PhoneText({ text }: { text: string }) {
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text;
}
