import type { ComponentType } from 'react';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { toWallTime } from '../fields/date.ts';
import type { InputName, InputProps, Lazy } from '../fields/kind.ts';
import { useIntl, useLabel } from '../parts/intl.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';
import { TimingsInput } from './TimingsInput.tsx';
import { UploadInput } from './UploadInput.tsx';

/** Without this, browsers store typed values unencrypted in their session files. */
const NO_AUTOCOMPLETE = { autoComplete: 'off' } as const;

/** Props of the input's frame. Its other props are attributes of the `<input>`. */
interface FrameProps {
  type?: string;
  autoComplete?: string;
}

function useInputProps({ source, field, label, required }: InputProps, slotProps: object = {}) {
  const translateLabel = useLabel();
  const { type, autoComplete, ...htmlInput }: FrameProps = field.kind.inputProps?.(field) ?? {};
  return {
    source,
    label,
    isRequired: required,
    helperText: field.help ? translateLabel(field.help) : false,
    placeholder: field.placeholder && translateLabel(field.placeholder),
    fullWidth: true,
    ...(type !== undefined && { type }),
    ...(autoComplete !== undefined && { autoComplete }),
    slotProps: { ...slotProps, htmlInput },
  } as const;
}

const Text = (props: InputProps) => <TextInput {...NO_AUTOCOMPLETE} {...useInputProps(props)} />;
const LongText = (props: InputProps) => (
  <TextInput {...NO_AUTOCOMPLETE} {...useInputProps(props)} multiline minRows={3} />
);
const Password = (props: InputProps) => <PasswordInput {...useInputProps(props)} autoComplete="new-password" />;
const NumericInput = (props: InputProps) => <NumberInput {...NO_AUTOCOMPLETE} {...useInputProps(props)} />;
const ToggleInput = (props: InputProps) => {
  // A switch has no such slots.
  const { slotProps: _, placeholder: _none, ...switchProps } = useInputProps(props);
  return <BooleanInput {...switchProps} />;
};

/** The browser's date controls keep wall time as text, without a time zone. */
const SHRUNK_LABEL = { inputLabel: { shrink: true } };
const DateInput = (props: InputProps) => (
  <TextInput {...NO_AUTOCOMPLETE} {...useInputProps(props, SHRUNK_LABEL)} type="date" />
);
/** Shows a moment as wall time in the business time zone. Typed values are wall time already. */
const DateTimeInput = (props: InputProps) => {
  const { timeZone } = useIntl();
  const format = (value?: string | null) => (value && /Z$/i.test(value) ? toWallTime(value, timeZone) : (value ?? ''));
  return (
    <TextInput {...NO_AUTOCOMPLETE} {...useInputProps(props, SHRUNK_LABEL)} type="datetime-local" format={format} />
  );
};

type PlainInputName = Exclude<InputName, 'children'>;
const plainInputs: Record<PlainInputName, ComponentType<InputProps>> = {
  text: Text,
  longText: LongText,
  password: Password,
  number: NumericInput,
  date: DateInput,
  dateTime: DateTimeInput,
  choice: ChoiceInput,
  toggle: ToggleInput,
  reference: ReferenceInput,
  references: (props) => <ReferenceInput {...props} many />,
  image: (props) => <UploadInput {...props} accepts="image" />,
  files: (props) => <UploadInput {...props} accepts="document" several />,
  timings: TimingsInput,
};

export interface FieldInputProps extends InputProps {
  input?: InputName | Lazy<InputProps>;
}

export const getInput = ({ input, field }: FieldInputProps) => input ?? field.kind.input;
const isPlainInputName = (input: InputName): input is PlainInputName => input !== 'children';

/** Renders an input, but not a child table. Custom inputs load lazily; the kind's input shows until then. */
export function PlainInput({ input, ...props }: FieldInputProps) {
  const chosen = getInput({ input, ...props });
  if (typeof chosen === 'string') {
    if (!isPlainInputName(chosen)) return null;
    const Input = plainInputs[chosen];
    return <Input {...props} />;
  }
  const CustomInput = lazyComponent(chosen, renderKindInput);
  return <CustomInput {...props} />;
}

function renderKindInput(props: InputProps) {
  const { input } = props.field.kind;
  const KindInput = typeof input === 'string' && isPlainInputName(input) ? plainInputs[input] : undefined;
  return KindInput && <KindInput {...props} />;
}
