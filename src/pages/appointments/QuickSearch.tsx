import SearchIcon from '@mui/icons-material/Search';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyResource, ViewProps } from '../../config/resource.ts';
import { PersonPhoto } from '../../fields/parts/Person.tsx';
import { StateChip } from '../../fields/parts/StateChip.tsx';
import { showValue, useTeller } from '../../fields/parts/tell.ts';
import { TOUCH_SIZE } from '../../theme/tokens.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useAppointmentSearch } from './useAppointmentSearch.ts';

/** Whether this is a Mac, where the shortcut is told with its own key. */
const onMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Finds an appointment by its patient from anywhere; Ctrl/Cmd+K leads here (spec 2). */
export default function QuickSearch({ resource, role }: ViewProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { found, searching, error } = useAppointmentSearch(text);
  const list = resource.roles[role]?.list;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <Autocomplete<AnyRecord>
      options={found}
      filterOptions={(options) => options}
      getOptionLabel={({ patientName }) => String(patientName)}
      getOptionKey={({ id }) => id}
      value={null}
      inputValue={text}
      onInputChange={(_event, value, reason) => setText(reason === 'selectOption' ? '' : value)}
      onChange={(_event, chosen) => chosen && navigate(`${list}/${encodeURIComponent(chosen.id)}`)}
      open={open && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      loading={searching}
      loadingText={t('nav.searching')}
      noOptionsText={error ? error.message : t('nav.notFound')}
      forcePopupIcon={false}
      blurOnSelect
      autoHighlight
      renderOption={({ key, ...props }, record) => (
        <Box component="li" key={key} {...props}>
          <Found resource={resource} record={record} />
        </Box>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          inputRef={input}
          type="search"
          placeholder={`${t('nav.searchHint')} (${onMac ? '⌘K' : 'Ctrl K'})`}
          slotProps={{
            ...slotProps,
            htmlInput: { ...slotProps.htmlInput, 'aria-label': t('nav.search') },
            input: {
              ...slotProps.input,
              startAdornment: (
                <InputAdornment position="start" sx={{ ml: 1.25, mr: -0.5 }}>
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      slotProps={{ popper: { sx: { minWidth: 'min(420px, calc(100vw - 24px))' } } }}
      sx={quiet}
    />
  );
}

/** On a phone no more than its icon, until it has the focus: then it lies over the header. */
const quiet = {
  maxWidth: { md: 420 },
  '&:not(:focus-within)': { width: { xs: TOUCH_SIZE, sm: 1 }, '& input': { px: { xs: 0, sm: 1.5 } } },
  '&:focus-within': {
    position: { xs: 'absolute', sm: 'static' },
    top: 12,
    left: 12,
    right: 12,
    width: 'auto',
    zIndex: 2,
  },
} as const;

/** An appointment in one line: who, when and in what state. */
function Found({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const teller = useTeller();
  const { fields } = resource;
  const when = fields.appointmentDateTime && showValue(fields.appointmentDateTime, record.appointmentDateTime, teller);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: 1, py: 0.5 }}>
      <PersonPhoto name={String(record.patientName)} image={record.image as string | null} size={32} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" noWrap>
          {String(record.patientName)}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[when?.text, when?.under].filter(Boolean).join(', ')}
        </Typography>
      </Box>
      <StateChip value={String(record.status)} label={teller.t(`choices.${record.status}`)} />
    </Box>
  );
}
