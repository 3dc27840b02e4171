/** Kinds of fields for configs. */
export { children } from './children.ts';
export { choice } from './choice.ts';
export { address, email, phone } from './contact.ts';
export { date, dateTime } from './date.ts';
export { money } from './money.ts';
export { number, toggle } from './number.ts';
export { reference } from './reference.ts';
export { references } from './references.ts';
export { longText, masked, password, text } from './text.ts';
export { timings } from './timings.ts';
export { files, image } from './uploadKinds.ts';
