import { type ComponentType, lazy, Suspense } from 'react';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { wallTime } from '../fields/date.ts';
import type { InputName, InputProps, Lazy } from '../fields/kind.ts';
import { useIntl, useLabel } from '../parts/intl.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';
import { TimingsInput } from './TimingsInput.tsx';
import { UploadInput } from './UploadInput.tsx';

/** A browser writes what is typed into its session files, in the clear, unless it is told not to. */
const KEPT_NOWHERE = { autoComplete: 'off' } as const;

/** What react-admin's own inputs take, from what a field says. */
function useInputProps({ source, field, label, required }: InputProps) {
  const translateLabel = useLabel();
  return {
    source,
    label,
    isRequired: required,
    helperText: field.help ? translateLabel(field.help) : false,
    placeholder: field.placeholder && translateLabel(field.placeholder),
    fullWidth: true,
    ...field.kind.inputProps?.(field),
  } as const;
}

const Text = (props: InputProps) => <TextInput {...KEPT_NOWHERE} {...useInputProps(props)} />;
const LongText = (props: InputProps) => <TextInput {...KEPT_NOWHERE} {...useInputProps(props)} multiline minRows={3} />;
const Password = (props: InputProps) => <PasswordInput {...useInputProps(props)} autoComplete="new-password" />;
const Amount = (props: InputProps) => <NumberInput {...KEPT_NOWHERE} {...useInputProps(props)} />;
const Toggle = (props: InputProps) => <BooleanInput {...useInputProps(props)} />;

/** The browser's own date controls keep wall time as text: no zone is added or taken away here. */
const shrunk = { inputLabel: { shrink: true } };
const Day = (props: InputProps) => (
  <TextInput {...KEPT_NOWHERE} {...useInputProps(props)} type="date" slotProps={shrunk} />
);
/** What a record gives as a moment is shown as wall time of the business; what is typed is wall time. */
const DayAndTime = (props: InputProps) => {
  const { timeZone } = useIntl();
  const format = (value?: string | null) => (value && /Z$/i.test(value) ? wallTime(value, timeZone) : (value ?? ''));
  return (
    <TextInput {...KEPT_NOWHERE} {...useInputProps(props)} type="datetime-local" format={format} slotProps={shrunk} />
  );
};

type PlainName = Exclude<InputName, 'children'>;
const inputs: Record<PlainName, ComponentType<InputProps>> = {
  text: Text,
  longText: LongText,
  password: Password,
  number: Amount,
  date: Day,
  dateTime: DayAndTime,
  choice: ChoiceInput,
  toggle: Toggle,
  reference: ReferenceInput,
  references: (props) => <ReferenceInput {...props} many />,
  image: (props) => <UploadInput {...props} accepts="image" />,
  files: (props) => <UploadInput {...props} accepts="document" several />,
  timings: TimingsInput,
};

const own = new Map<unknown, ComponentType<InputProps>>();

export interface FieldInputProps extends InputProps {
  input?: InputName | Lazy<InputProps>;
}

/** What a field is filled in with: its own where it says so, else its kind's. */
export const inputOf = ({ input, field }: FieldInputProps) => input ?? field.kind.input;
const isPlain = (input: InputName): input is PlainName => input !== 'children';

/** The input of a field that is no table: one of those above, or the config's or kind's own, fetched when it is needed; the kind's stands in its place until then. */
export function PlainInput({ input, ...props }: FieldInputProps) {
  const chosen = inputOf({ input, ...props });
  if (typeof chosen === 'string') {
    if (!isPlain(chosen)) return null;
    const Input = inputs[chosen];
    return <Input {...props} />;
  }
  const Own = own.get(chosen) ?? lazy(chosen);
  own.set(chosen, Own);
  const usual = props.field.kind.input;
  const Until = typeof usual === 'string' && isPlain(usual) ? inputs[usual] : undefined;
  return (
    <Suspense fallback={Until ? <Until {...props} /> : null}>
      <Own {...props} />
    </Suspense>
  );
}
