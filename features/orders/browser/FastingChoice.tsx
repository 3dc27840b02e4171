import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useTranslate, useUpdate } from 'ra-core';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';

/** The actions of an order that record an answer, and the state that each leads to. */
export const FASTING_ANSWERS = { confirmFasting: 'confirmed', denyFasting: 'notFasting' } as const;
export type FastingAnswer = keyof typeof FASTING_ANSWERS;
const ANSWERS = Object.keys(FASTING_ANSWERS) as FastingAnswer[];

/** Returns a function that records the answer with the order; false if the device is offline. */
export function useKeepFasting({ order }: Pick<Appointment, 'order'>): (action: FastingAnswer) => Promise<boolean> {
  const [update] = useUpdate();
  return async (action) => {
    if (!order) return false;
    try {
      const params = { id: order.id, data: {}, meta: { action } };
      await update('testOrders', params, { mutationMode: 'pessimistic', returnPromise: true });
      return true;
    } catch {
      return false;
    }
  };
}

/** Asks at the door if the patient fasts. */
export function FastingChoice(props: {
  answer: FastingAnswer | undefined;
  onAnswer: (answer: FastingAnswer | undefined) => void;
}) {
  const t = useTranslate();
  return (
    <FormControl>
      <FormLabel id="fasting-answer">{t('orders.fastingQuestion')}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="fasting-answer"
        value={props.answer ?? ''}
        onChange={({ target }) => props.onAnswer(ANSWERS.find((one) => one === target.value))}
      >
        {ANSWERS.map((one, index) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio autoFocus={index === 0} />}
            label={t(`orders.fastingAnswers.${one}`)}
            sx={{ minHeight: 44 }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
