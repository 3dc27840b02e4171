import { MenuItem, TextField } from '@mui/material';
import { type Field, isChoice } from 'portal-frame';
import { useIntl } from 'portal-frame/browser';
import { translateLabel } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';

export interface MeaningProps {
  name: string;
  field: Field;
  label: string;
  /** The choice, or the name of a record. Undefined until one is chosen; '' leaves the field empty. */
  value: string | undefined;
  onChange: (choice: string) => void;
}

/** Selects one of a field's choices, or none if the field may be empty. */
export function ChoiceSelect({ field, label, value, onChange }: MeaningProps) {
  const t = useTranslate();
  const intl = useIntl();
  const { choices = [], values } = isChoice(field) ? field : {};
  const name = (choice: string) => {
    const text = values?.[choice]?.label;
    return text ? translateLabel(text, intl) : t(`choices.${choice}`, { _: choice });
  };
  const NOT_CHOSEN = ' ';
  return (
    <TextField
      select
      size="small"
      value={value ?? NOT_CHOSEN}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { inputProps: { 'aria-label': label } } }}
    >
      <MenuItem value={NOT_CHOSEN} disabled>
        {t('imports.choose')}
      </MenuItem>
      {!field.required && <MenuItem value="">{t('imports.leaveEmpty')}</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {name(choice)}
        </MenuItem>
      ))}
    </TextField>
  );
}
