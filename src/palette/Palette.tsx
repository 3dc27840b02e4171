import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import type { PopperProps } from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { resources } from '../config/registry.ts';
import { mayDo } from '../config/resource.ts';
import { plain } from '../dataProvider/whole.ts';
import { useResourceName } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import type { Role } from '../wire/call.ts';
import { type Command, useCommands } from './commands.tsx';
import { Found } from './Found.tsx';
import { SearchField } from './SearchField.tsx';
import { useFind } from './useFind.ts';

interface PaletteProps {
  role: Role;
  onClose: () => void;
}

/** Whether all words that were typed begin a word of the label. */
function fits(label: string, text: string): boolean {
  const known = plain(label).split(/\s+/);
  return plain(text)
    .split(/\s+/)
    .every((word) => known.some((one) => one.startsWith(word)));
}

/** The command palette: type where to go, what to do or whom to find; the keys do the rest. */
export default function Palette({ role, onClose }: PaletteProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const commands = useCommands(role);
  const { records, searching, error, resource } = useRecords(role, text);
  const shown = [...commands.filter(({ label }) => typed === '' || fits(label, typed)), ...records];
  const choose = (command: Command | null) => {
    if (!command) return;
    onClose();
    command.run();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { 'aria-label': t('palette.title'), sx: { mt: { xs: 2, sm: '12vh' }, overflow: 'hidden' } } }}
    >
      <Autocomplete<Command>
        open
        options={shown}
        filterOptions={(options) => options}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ key }) => key}
        groupBy={({ group }) => group}
        value={null}
        inputValue={text}
        onInputChange={(_event, value, reason) => reason === 'input' && setText(value)}
        onChange={(_event, chosen) => choose(chosen)}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        loading={searching}
        loadingText={t('nav.searching')}
        noOptionsText={error ? error.message : t('palette.nothing')}
        forcePopupIcon={false}
        autoHighlight
        slots={{ popper: Inline, paper: Box }}
        slotProps={{
          paper: {
            sx: {
              border: 0,
              boxShadow: 'none',
              '& .MuiAutocomplete-option.Mui-focused.Mui-focused': { bgcolor: 'primary.soft' },
            },
          },
          listbox: { component: 'div', sx: { maxHeight: 'min(460px, 60vh)', pb: 1 } },
        }}
        renderGroup={({ key, group, children }) => (
          <Box key={key} role="group" aria-label={group}>
            <Typography variant="body2" color="textSecondary" aria-hidden sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
              {group}
            </Typography>
            {children}
          </Box>
        )}
        renderOption={({ key, ...props }, command) => (
          <Box component="div" key={key} {...(props as object)}>
            {command.record && resource ? (
              <Found resource={resource} record={command.record} />
            ) : (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 28 }}>
                {command.icon}
                {command.label}
              </Box>
            )}
          </Box>
        )}
        renderInput={(params) => (
          <SearchField
            {...params}
            autoFocus
            placeholder={t('palette.hint')}
            sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider' }}
            name={t('palette.title')}
          />
        )}
      />
      {searching && shown.length > 0 && (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 2, pb: 1.5 }}>
          {t('nav.searching')}
        </Typography>
      )}
    </Dialog>
  );
}

/** The list stands in the dialog, below the field, instead of over the page. */
const Inline = ({ children }: PopperProps) => <div>{typeof children === 'function' ? null : children}</div>;

/** The records that the text finds, each as the command that opens it. */
function useRecords(role: Role, text: string) {
  const navigate = useNavigate();
  const resource = resources.find((one) => one.find && one.roles[role]?.list && mayDo(one, role, 'show'));
  const { found, searching, error } = useFind(resource, text);
  const { many } = useResourceName(resource ?? (resources[0] as (typeof resources)[number]));
  const list = resource?.roles[role]?.list;
  const records = found.map(
    (record: AnyRecord): Command => ({
      key: `record ${record.id}`,
      group: many,
      label: String(record[resource?.find?.field ?? 'id']),
      record,
      run: () => navigate(`${list}/${encodeURIComponent(record.id)}`),
    }),
  );
  return { records, searching, error, resource };
}
