import { z } from 'zod';
import { TIME } from '../wire/validationRules.ts';
import type { Timing } from '../wire/wireTimings.ts';
import { WEEKDAYS } from '../wire/wireValues.ts';
import { defineKind } from './kind.ts';

/** Formats 14:30 as 2:30 PM. */
export function formatClockTime(time: string, locale = 'en-US'): string {
  const date = new Date(`1970-01-01T${time}:00Z`);
  return date.toLocaleTimeString(locale === 'en' ? 'en-US' : locale, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  });
}

const timing = z.object({ day: z.string(), start: z.string().nullable(), end: z.string().nullable() });

/** Schema with the rules and messages of spec 5. */
const week = z
  .array(timing, { error: 'validation.timings' })
  .min(1, { error: 'validation.timings' })
  .superRefine((list, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    for (const { day, start, end } of list) {
      if (!(WEEKDAYS as readonly string[]).includes(day)) refuse('validation.timingDay');
      else if (!start && !end) refuse(`validation.timingMissing|${day}`);
      else if (!start || !end) refuse(`validation.timingPair|${day}`);
      else if (!TIME.test(start) || !TIME.test(end)) refuse(`validation.timingInvalid|${day}`);
    }
  });

/** Opening hours by weekday. Closed days show 'Off Day'. */
export const timings = defineKind<Timing[]>({
  name: 'timings',
  wide: true,
  schema: () => week,
  showsEmpty: true,
  show: (value, _, { t, locale }) => {
    const lines = WEEKDAYS.map((day) => {
      const open = value.find((one) => one.day === day);
      const text =
        open?.start && open.end
          ? `${formatClockTime(open.start, locale)} - ${formatClockTime(open.end, locale)}`
          : t('form.offDay');
      return { label: t(`choices.${day}`, { _: day }), text };
    });
    return { text: lines.map(({ label, text }) => `${label} ${text}`).join('; '), lines };
  },
  input: 'timings',
  filter: false,
  storage: 'json',
});
