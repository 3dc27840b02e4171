import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { translate } from '../../i18n/provider.ts';

interface FrameProps {
  label: string;
  error?: string;
  children: (ids: { id: string; under: string | undefined }) => ReactNode;
}

/** Frames an input with its label and error. The input takes `id`, and `under` as `aria-describedby`. */
export function FieldFrame({ label, error, children }: FrameProps) {
  const id = useId();
  const under = error ? `${id}-under` : undefined;
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-frame">{children({ id, under })}</div>
      {error && (
        <div id={under} role="alert" className="field-under">
          {error}
        </div>
      )}
    </div>
  );
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onChange?: (value: string) => void;
  error?: string;
  /** Rendered inside the frame, after the input. */
  endAdornment?: ReactNode;
}

/** A text field without MUI, for sign-in, for proofs of identity and for the setup of second factors. */
export function Field({ label, error, onChange, endAdornment, ...props }: FieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {({ id, under }) => (
        <>
          <input
            {...props}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={under}
            onChange={onChange && (({ target }) => onChange(target.value))}
          />
          {endAdornment}
        </>
      )}
    </FieldFrame>
  );
}

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <button
          type="button"
          className="field-toggle"
          aria-label={translate(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="2.8" />
            {shown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  );
}
